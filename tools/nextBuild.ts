/** What visitors, search engines and chats go on seeing after something was removed. */
export const stillBuilt = (...leftovers: string[]): string =>
  `Until the next build and deployment the site still has:\n${leftovers.map((one) => `  - ${one}\n`).join('')}` +
  'To take that away as well: npm run build && npx -y firebase-tools@15 deploy --only hosting\n' +
  'Then npm run doctor names what is left.';
