/** In place of Node's timers, which n8n does not allow in a node. */
import { sleep } from 'n8n-workflow';

export function setTimeout(callback, ms) {
	const timer = { isCleared: false };
	void sleep(ms).then(() => {
		if (!timer.isCleared) callback();
	});
	return timer;
}

export function clearTimeout(timer) {
	if (timer) timer.isCleared = true;
}
