import { bold, cyan, dim } from './terminal';

/** An overview of what happens. */
export const picture = (): string => `
${bold('Translation jobs in n8n: two nodes, there and back')}

   ${dim('your content')}        ${dim('node 1')}                    ${dim('the service')}         ${dim('node 2')}
  ┌────────────┐     ┌──────────────────────┐     ┌────────────┐     ┌──────────────────────┐
  │  3 files   │ ──▶ │ ${cyan('Send for Translation')} │ ──▶ │ a provider │ ──▶ │ ${cyan('Collect Translations')} │ ──▶ 9 files
  │ in English │     │ one job, submitted   │     │ translates │     │ whatever is ready    │     ${dim('de fr es')}
  └────────────┘     └──────────────────────┘     └────────────┘     └──────────────────────┘

${dim("This runs templates/first-translation.json on n8n's own engine, with the nodes as they are")}
${dim('built, against a stand-in for the service on this machine. Nothing leaves it.')}
`;

export const whatNext = (): string => `
${bold('Where to go from here')}

  ${cyan('npm run editor')}    the same in the n8n editor, in your browser, with all templates
  ${cyan('npm run sandbox')}   the stand-in for the service by itself, with a page to watch it
  ${cyan('npm test')}          checks every promise

  docs/send-and-collect.md   tasks of every day, what these two nodes do, and what happens when something fails
  templates/                 workflows to import into your own n8n
`;
