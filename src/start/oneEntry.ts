/**
 * A link that leads to where the visitor is adds no entry to the history: browsers do so, and React Router's links. The
 * router's know the address only once it is shown, so a double click on a slow phone would open the form twice, and
 * closing it once would do nothing.
 */
interface Place {
  history: Pick<History, 'pushState' | 'replaceState' | 'state'>;
  location: Pick<Location, 'href'>;
}

/** From now on, an entry with the current address takes the place of the current entry, and its number. */
export function keepOneEntry({ history, location }: Place): void {
  const pushState = history.pushState.bind(history);
  history.pushState = (state, unused, url) => {
    const isSame = new URL(url ?? '', location.href).href === location.href;
    if (isSame) history.replaceState({ ...state, idx: history.state?.idx }, unused);
    else pushState(state, unused, url);
  };
}
