import { useState } from 'react';
import { Button } from './Button';
import { useIsHydrated } from './hooks';

interface ShareProps {
  title: string;
  path: string;
}

/**
 * Passes on a page of this site, by the system's own sheet or by copying the address. Without scripts it is not there.
 */
export function Share({ title, path }: ShareProps) {
  const [said, setSaid] = useState('');
  if (!useIsHydrated()) return null;
  const hasSheet = 'share' in navigator;
  const url = location.origin + path;
  const share = async () => {
    setSaid('');
    setSaid(await (hasSheet ? shareBySheet({ title, url }) : copy(url)));
  };
  return (
    <div>
      <Button onClick={() => void share()}>{hasSheet ? 'Share' : 'Copy link'}</Button>{' '}
      <output>{said}</output>
    </div>
  );
}

/** Resolves with what is said then: the sheet speaks for itself, also where the visitor closes it. */
const shareBySheet = (page: { title: string; url: string }): Promise<string> =>
  navigator.share(page).then(
    () => '',
    ({ name }: Error) => (name === 'AbortError' ? '' : copy(page.url)),
  );

async function copy(url: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(url);
    return 'Link copied.';
  } catch {
    // Not every browser lets a page write to the clipboard.
    return `The link is ${url}`;
  }
}
