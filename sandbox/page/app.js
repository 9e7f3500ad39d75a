import { refresh, whenChanged } from './actions.js';
import { lastKnownCall, showCalls, showListeners } from './calls.js';
import { showConnection, showCounts, showNotices } from './connection.js';
import { byId, showAges } from './elements.js';
import { showJobs } from './jobs.js';
import { showMails } from './mails.js';
import { legend } from './statuses.js';

const REFRESH_MS = 700;

let refreshing = false;

whenChanged(async () => {
	if (refreshing) return;
	refreshing = true;
	try {
		const answer = await fetch(`/_sandbox/overview?sinceCall=${lastKnownCall()}`);
		const overview = await answer.json();
		const parts = [showCounts, showConnection, showNotices, showMails, showJobs];
		parts.push(showCalls, showListeners);
		for (const show of [...parts, showAges]) show(overview);
		byId('live').className = 'live';
		byId('live').textContent = 'live';
	} catch {
		byId('live').className = 'live off';
		byId('live').textContent = 'sandbox is not running';
	} finally {
		refreshing = false;
	}
});

byId('legend').replaceChildren(...legend());
void refresh();
setInterval(refresh, REFRESH_MS);
