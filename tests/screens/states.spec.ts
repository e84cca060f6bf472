// Every state of every screen: it fits, everybody can read and use it, and nothing moves.
import { test } from '../support/fixtures';
import { lookAt } from './looks';
import { STATES } from './states';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [name, open] of Object.entries(STATES)) {
  test(
    `“${name.replaceAll('-', ' ')}” fits small windows and is accessible in both colour schemes`,
    { tag: ['@full', '@screens'] },
    async ({ page, backend }) => {
      await open({ page, backend, look: (onTheWay) => lookAt(page, onTheWay) });
      await lookAt(page, name);
    },
  );
}
