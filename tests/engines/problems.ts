/** What goes wrong in a page without anybody seeing it. */
import type { Page } from './engine';

/** In the page: keeps breaches of the policy and errors that nobody caught, over reloads. */
export function watchProblems(): void {
  const tell = (problem: string) => {
    const before = sessionStorage.getItem('problems');
    sessionStorage.setItem('problems', before === null ? problem : `${before}\n${problem}`);
  };
  addEventListener('securitypolicyviolation', (event) => {
    tell(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
  addEventListener('error', (event) => tell(`error: ${event.message}`));
  addEventListener('unhandledrejection', (event) => tell(`rejection: ${String(event.reason)}`));
}

export async function readProblems(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => sessionStorage.getItem('problems'));
  return text === null ? [] : text.split('\n');
}
