let onChange = async () => {};

/** Sets what shows the new state. */
export function whenChanged(show) {
	onChange = show;
}

export const refresh = async () => await onChange();

/** Acts as the provider. */
export async function act(action, input) {
	const answer = await fetch(`/_sandbox/${action}`, {
		method: 'POST',
		body: JSON.stringify(input ?? {}),
	});
	const body = await answer.json();
	if (!answer.ok) alert(body.message);
	await refresh();
}
