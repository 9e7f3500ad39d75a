const { rmSync } = require('node:fs');

module.exports = () => rmSync(process.env.TRANSLATION_JOBS_SANDBOX, { force: true });
