/**
 * What the review area and the owner's page share of Google's sign-in. Who signs in, and for what, is their own affair.
 */
import { useRef, useState } from 'react';
import { Button } from '../ui/Button';
import { classNames } from '../ui/stringHelpers';
import styles from './SignInElsewhere.module.css';

const TEXTS = {
  app: {
    why: 'Google does not let you sign in inside another app. Open this page in your browser instead.',
    how: 'Choose “Open in browser” in the menu of this app (⋯ or ⋮), or copy the link and paste it in your browser.',
  },
  homeScreen: {
    why: 'Google does not let you sign in inside an app on the home screen. Open this page in Safari instead.',
    how: 'Copy the link and paste it in Safari.',
  },
};

interface SignInElsewhereProps {
  place: PlaceWithoutSignIn;
  title: string;
  label: string;
}

/**
 * Stands in the place of the sign-in button: says why nobody can sign in here, and how to open the page where they can.
 */
export function SignInElsewhere({ place, title, label }: SignInElsewhereProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copyResult, setCopyResult] = useState('');
  const { why, how } = TEXTS[place];
  const link = location.origin + location.pathname;
  const copy = async () => {
    field.current!.select();
    try {
      await navigator.clipboard.writeText(link);
      setCopyResult('Link copied.');
    } catch {
      // Some of these browsers give pages no clipboard, or refuse it without asking the visitor.
      setCopyResult('Press and hold the link to copy it.');
    }
  };
  return (
    <section aria-label={label} className={styles.panel}>
      <h3 className={styles.title}>{title}</h3>
      <p>{why}</p>
      <p className={styles.hint}>{how}</p>
      <div className={styles.link}>
        <input
          ref={field}
          readOnly
          value={link}
          aria-label="Link to this page"
          onFocus={({ currentTarget }) => currentTarget.select()}
          className={styles.address}
        />
        <Button onClick={() => void copy()}>Copy link</Button>
      </div>
      <output className={classNames(styles.hint, styles.live)}>{copyResult}</output>
    </section>
  );
}

/** A place where Google allows no sign-in: inside another app, or in an app on an iOS home screen. */
export type PlaceWithoutSignIn = 'app' | 'homeScreen';

/**
 * User agents of browsers inside apps: Facebook, Instagram, TikTok, every Android WebView, and on Apple's systems
 * every WebKit without "Safari/" in its name ("like Safari/" is none; an iPad says "Macintosh"). Google refuses them by
 * their user agent (`disallowed_useragent`).
 */
const IN_APP = /FBA[NV]|FB_IAB|Instagram|musical_ly|TikTok|BytedanceWebview|; wv\)/;
const isInAppOfApple = (userAgent: string) =>
  /iPhone|iPad|iPod|Macintosh/.test(userAgent) &&
  userAgent.includes('AppleWebKit/') &&
  !userAgent.replaceAll('like Safari/', '').includes('Safari/');

/**
 * The kind of place if nobody can sign in here; undefined if signing in is possible. `standalone` is WebKit's own
 * property: true in an app on the home screen, where a page never gets a message from its popup.
 */
export function placeWithoutSignIn({
  userAgent,
  standalone,
}: {
  userAgent: string;
  standalone?: boolean;
}): PlaceWithoutSignIn | undefined {
  if (standalone === true) return 'homeScreen';
  return IN_APP.test(userAgent) || isInAppOfApple(userAgent) ? 'app' : undefined;
}
