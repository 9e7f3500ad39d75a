// Loaded into every n8n process before n8n. When the process that started it ends, however that
// happens, n8n and its task runner end, too.
process.on('disconnect', () => {
	try {
		process.kill(-process.pid, 'SIGKILL');
	} catch {
		process.exit(1);
	}
});
// Listening must not keep a process alive.
process.channel?.unref();
