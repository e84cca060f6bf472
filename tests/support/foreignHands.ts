/**
 * Programs that rewrite a page behind its back: a translator and an extension, as scripts that run in the page. They
 * stand in for Chrome's translator and real extensions, which no test can start.
 */
import type { BrowserContext, Page } from '@playwright/test';

/**
 * Behind each translated text: invisible, and Playwright ignores it. What carries it has been translated, and without
 * it the text is the original again.
 */
export const MARK = '\u200b';

/**
 * Translates as Chrome does: each text node is replaced by `<font><font>…</font></font>`, again after each change.
 * What is for machines or for typing stays, and what the page excludes by `translate="no"`. Returns what ends it, as
 * "Show original" does.
 */
export function translate(mark: string): () => void {
  const LEFT_ALONE = 'script, style, noscript, textarea, head, svg, [translate=no]';
  const translateText = (text: Node) => {
    const { parentElement, nodeValue } = text;
    if (!parentElement || !nodeValue?.trim() || nodeValue.endsWith(mark)) return;
    if (parentElement.closest(LEFT_ALONE)) return;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    inner.textContent = nodeValue + mark;
    text.parentNode!.replaceChild(outer, text);
  };
  const translateAll = (root: Node) => {
    if (root.nodeType === Node.TEXT_NODE) return translateText(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(translateText);
  };
  translateAll(document);
  const changes = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') translateText(target);
      else addedNodes.forEach(translateAll);
    }
  });
  changes.observe(document, { childList: true, characterData: true, subtree: true });
  return () => {
    changes.disconnect();
    for (const font of document.querySelectorAll('font:has(> font)'))
      font.replaceWith(font.textContent.replaceAll(mark, ''));
  };
}

/**
 * Adds elements to the body, to the app's root and to each form, as password managers and grammar checkers do. Returns
 * what ends it.
 */
export function extend(): () => void {
  const add = (parent: Element | null) => {
    if (!parent || parent.querySelector(':scope > [data-extension]')) return;
    const element = document.createElement('div');
    element.dataset['extension'] = '';
    element.style.display = 'none';
    parent.append(element);
  };
  const addAll = () => {
    add(document.body);
    add(document.getElementById('root'));
    document.querySelectorAll('form').forEach(add);
  };
  addAll();
  const changes = new MutationObserver(addAll);
  changes.observe(document, { childList: true, subtree: true });
  return () => {
    changes.disconnect();
    document.querySelectorAll('[data-extension]').forEach((element) => element.remove());
  };
}

/** What `translateLate` leaves in a page. */
interface Hands {
  /** Resolves once translator and extension are at work. */
  began: Promise<void>;
  /** What ends them. */
  ends: (() => void)[];
  /** What the app has written into texts that the translator has taken out: nobody sees it. */
  lostTexts: string[];
}

/** Hears what is written into a text after an element has taken its place. */
function hearLostTexts(): void {
  const lostTexts: string[] = [];
  const writes = new MutationObserver((records) => {
    for (const { target } of records) lostTexts.push(target.nodeValue!);
  });
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) {
      if (addedNodes[0]?.nodeName !== 'FONT') continue;
      removedNodes.forEach((text) => writes.observe(text, { characterData: true }));
    }
  }).observe(document, { childList: true, subtree: true });
  Object.assign(window, { hands: { lostTexts, ends: [] } });
}

/** The translator runs before the page's scripts. */
export const translateEarly = (context: BrowserContext) => context.addInitScript(translate, MARK);

/**
 * Whether the app has begun: it says so on a page that brings its HTML (`STARTED_ATTRIBUTE`, `SHELL_ATTRIBUTE` in
 * src/contract/names.ts), and fills one that brings none.
 */
const STARTED = '#root[data-started], #root:not([data-shell]) > *';

/** The translator and the extension run in each page of the context once its app has started. */
export async function translateLate(context: BrowserContext): Promise<void> {
  await context.addInitScript(hearLostTexts);
  await context.addInitScript(`hands.began = new Promise((resolve) => {
    const begin = () => {
      hands.ends = [(${translate.toString()})(${JSON.stringify(MARK)}), (${extend.toString()})()];
      resolve();
    };
    const observer = new MutationObserver(() => {
      if (!document.querySelector(${JSON.stringify(STARTED)})) return;
      observer.disconnect();
      // React has begun to hydrate by then.
      setTimeout(begin);
    });
    observer.observe(document, { attributes: true, childList: true, subtree: true });
  })`);
}

/** Ends translator and extension once they have begun; resolves to what was written where nobody saw it. */
export const showOriginal = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { ends, lostTexts } = (window as unknown as { hands: Hands }).hands;
    for (const end of ends.splice(0)) end();
    return lostTexts;
  });

/** Resolves once `translateLate` is at work in this page. */
export const handsBegan = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { hands: Hands }).hands.began);

/**
 * What the page shows, text by text, without what differs from run to run. A text is all that one element shows by
 * itself: a translator divides it into elements of its own. `leftOut`: a selector of elements whose texts do not count.
 */
export function textsOf(page: Page, leftOut = ':not(*)'): Promise<string[]> {
  return page.evaluate(
    async ([mark, without]) => {
      // A page that React renders anew, because its texts were changed before it took them over, is empty until its code is there.
      while (document.querySelector('div[aria-busy=true]:empty'))
        await new Promise(requestAnimationFrame);
      const ownText = (element: Element): string =>
        [...element.childNodes]
          .map((node) => {
            if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
            return node.nodeName === 'FONT' ? ownText(node as Element) : '';
          })
          .join('');
      /** What stands in a text area is its value; the text within is what it began with. */
      const shownText = (element: Element): string =>
        element instanceof HTMLTextAreaElement ? element.value : ownText(element);
      return [...document.body.querySelectorAll('*')]
        .filter((element) => !element.matches('font, script, style, noscript, svg *, [role=timer]'))
        .filter((element) => element.checkVisibility() && !element.matches(without))
        .map((element) => shownText(element).replaceAll(mark, '').replaceAll(/\s+/g, ' ').trim())
        .filter((text) => text !== '')
        .map((text) =>
          text
            .replaceAll(/\b\d{10}\b/g, '(number)')
            .replaceAll(/\d+:\d+(:\d+)?\s?([AP]M)?/g, '(time)'),
        );
    },
    [MARK, leftOut] as const,
  );
}
