import { optional } from '../lib/browser';

/**
 * A link that leads to where the visitor is adds no entry to the history: browsers and React Router see to that. But the
 * router knows the new address only once it is shown. A double click on a slow phone would therefore open the form
 * twice, and closing it once would do nothing.
 */

interface Place {
  history: Pick<History, 'pushState' | 'replaceState' | 'state'>;
  location: Pick<Location, 'href'>;
}

/** Makes an entry with the current address take the place of the current entry, and its number, from now on. */
export function keepOneEntry({ history, location }: Place): void {
  const pushState = history.pushState.bind(history);
  history.pushState = (state, unused, url) => {
    const isSame = new URL(url ?? '', location.href).href === location.href;
    if (isSame) history.replaceState({ ...state, idx: history.state?.idx }, unused);
    else pushState(state, unused, url);
  };
}

/**
 * A tap on a link may open the form before the router runs. The browser has then added an entry without a number, which
 * the router would take for the first one of the visit. Closing the form would then not go back but remove the hash, and
 * the page would be in the history twice. Browsers without the Navigation API (Safari before 26.2, Firefox before 147)
 * do not tell, and still do that.
 */
export function numberEntry({ history, navigation }: Pick<Place, 'history'> & Followed): void {
  if (history.state?.idx !== undefined) return;
  const isOfThisPage = optional(() => {
    const { index = 0 } = navigation?.currentEntry ?? {};
    return navigation?.entries()[index - 1]?.sameDocument;
  });
  if (isOfThisPage) history.replaceState({ ...history.state, idx: 1 }, '');
}

interface Followed {
  navigation?: {
    currentEntry: { index: number } | null;
    entries(): { sameDocument: boolean }[];
  };
}
