// n8n reads the node and credential files that package.json lists; there is nothing else to export.
module.exports = {};
