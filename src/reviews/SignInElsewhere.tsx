import { useRef, useState } from 'react';
import { REVIEW_TEXTS } from '../domain/strings';
import { Button } from '../ui/Button';
import { classNames } from '../ui/classNames';
import styles from './ReviewArea.module.css';

/** Where Google lets nobody sign in: inside another app, or in an app on an iOS home screen. */
type PlaceWithoutSignIn = 'app' | 'homeScreen';

/**
 * What the browsers inside of apps call themselves: those of Facebook, Instagram and TikTok, every Android
 * WebView, and what runs on an iPhone without being Safari or one of its like. Google refuses them by
 * these names (`disallowed_useragent`).
 */
const IN_APP =
  /FBA[NV]|FB_IAB|Instagram|musical_ly|TikTok|BytedanceWebview|; wv\)|(?:iPhone|iPad|iPod)(?!.*Safari\/)/;

/** `standalone` is WebKit's own: true in an app on the home screen, which never hears from its popup. */
export function placeWithoutSignIn(navigator: {
  userAgent: string;
  standalone?: boolean;
}): PlaceWithoutSignIn | undefined {
  if (navigator.standalone === true) return 'homeScreen';
  return IN_APP.test(navigator.userAgent) ? 'app' : undefined;
}

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

/** In the place of a button that could not do anything: why, and the way to where it can. */
export function SignInElsewhere({ place }: { place: PlaceWithoutSignIn }) {
  const field = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState('');
  const { why, how } = TEXTS[place];
  const link = location.origin + location.pathname;
  const copy = async () => {
    field.current!.select();
    try {
      await navigator.clipboard.writeText(link);
      setTold('Link copied.');
    } catch {
      // Some of these browsers have no clipboard for pages, or ask nobody.
      setTold('Press and hold the link to copy it.');
    }
  };
  return (
    <section aria-label="Your opinion" className={styles.panel}>
      <h3 className={styles.title}>{REVIEW_TEXTS.signIn}</h3>
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
      <p aria-live="polite" className={classNames(styles.hint, styles.live)}>
        {told}
      </p>
    </section>
  );
}
