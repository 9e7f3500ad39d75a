// Loaded into every n8n process before n8n itself: when the process that started it is gone, however it
// ended, n8n and the task runner beside it end too.
process.on('disconnect', () => {
	try {
		process.kill(-process.pid, 'SIGKILL');
	} catch {
		process.exit(1);
	}
});
// Listening must not by itself keep a process alive that wants to end.
process.channel?.unref();
