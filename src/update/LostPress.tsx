import { useEffect, useState } from 'react';
import { tabStore } from '../lib/webStorage';
import { restoreFocus } from '../shared/loading/PartBoundary';
import styles from './LostPress.module.css';

/** The name in the tab's storage. Its value: how far the page was scrolled, a space, and the words of the button. */
const LOST_PRESS = 'lostPress';

/**
 * Follows the presses of this page. `keep` keeps the words of the last pressed button for the page that is loaded next,
 * if it is still busy: a part that it waits for is missing. The next press makes that void.
 */
export function followPresses(): { keep(): void; stop(): void } {
  let pressed: { button: Element; words: string } | undefined;
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element && target.closest('button');
    pressed = button ? { button, words: button.textContent } : undefined;
    tabStore.write(LOST_PRESS, null);
  };
  document.addEventListener('click', onClick, { capture: true });
  return {
    keep() {
      const isBusy = pressed?.button.getAttribute('aria-busy') === 'true';
      if (isBusy) tabStore.write(LOST_PRESS, `${window.scrollY} ${pressed!.words}`);
    },
    stop: () => document.removeEventListener('click', onClick, { capture: true }),
  };
}

const isTouched = () => document.activeElement !== document.body;

/**
 * Says which press was lost when the page was loaded again, and gives its button the focus as soon as that is there.
 * The page cannot press the button itself: browsers open the sign-in's window only when a visitor presses.
 */
export function LostPress() {
  const [words, setWords] = useState<string>();
  useEffect(() => {
    const [, top, text] = /^(\S+) (.*)/.exec(tabStore.read(LOST_PRESS) ?? '') ?? [];
    if (text === undefined) return undefined;
    tabStore.write(LOST_PRESS, null);
    const say = () => setWords(text);
    if (isTouched()) say();
    else {
      // When the browser tried to scroll there, the page was still too short. What is far from the window is not rendered.
      window.scrollTo({ top: Number(top), behavior: 'instant' });
      restoreFocus(document.body, { index: -1, id: '', text, caret: undefined }, say);
    }
    const onClick = () => setWords(undefined);
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
  return (
    // Always rendered: readers speak a text that comes into a region which was there before.
    <output className={styles.words}>
      {words !== undefined && `This page had to load again. Please press “${words}” once more.`}
    </output>
  );
}
