/** The kinds of pages that are prerendered: the landing page, and the page of a work, known or not. */
export type Shell = 'landing' | 'work';

/** Which prerendered page hosting answers for a path; undefined where the site has no such page. */
export function shellOf(pathname: string): Shell | undefined {
  if (pathname === '/') return 'landing';
  return /^\/work\/[^/]+\/?$/.test(pathname) ? 'work' : undefined;
}

/** Whether this address has come as a prerendered page; development brings an empty one. */
export function isPrerendered(): boolean {
  const shell = document.getElementById('root')?.dataset['shell'];
  return shell !== undefined && shell === shellOf(location.pathname);
}
