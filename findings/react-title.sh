#!/usr/bin/env bash
# react-dom 19.2.9 (with jsdom 26.1.0), Node 20 or later.
# Guess: `hydrateRoot` treats a `<title>` of the document as it treats `<meta>` and `<link>`: it takes over the tag that says
# the same as the rendered one, and puts its own beside one that says something else, as `createRoot` does. At least it
# reports the difference to `onRecoverableError`.
# Seen: it takes over any `<title>`, whatever that says and whoever wrote it, changes its words without a report, and takes
# it away when the root is unmounted. Another `<meta>` stays.
# Output seen:
#   hydrateRoot, title: "New" of the page; nothing reported; unmounted: no tag
#   hydrateRoot, meta: "Old" of the page, "New" of React; nothing reported; unmounted: "Old" of the page
#   createRoot, title: "New" of React, "Old" of the page; nothing reported; unmounted: "Old" of the page
#   createRoot, meta: "Old" of the page, "New" of React; nothing reported; unmounted: "Old" of the page
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund react@19.2.9 react-dom@19.2.9 jsdom@26.1.0
cat > seen.mjs <<'JS'
import { JSDOM } from 'jsdom';

const tags = {
  title: ['<title data-page>Old</title>', (create) => create('title', null, 'New')],
  meta: [
    '<meta data-page name="description" content="Old">',
    (create) => create('meta', { name: 'description', content: 'New' }),
  ],
};
const said = (head) =>
  [...head.children]
    .map((tag) => `"${tag.content ?? tag.textContent}" of ${'page' in tag.dataset ? 'the page' : 'React'}`)
    .join(', ') || 'no tag';

globalThis.IS_REACT_ACT_ENVIRONMENT = true;
for (const way of ['hydrateRoot', 'createRoot']) {
  for (const [name, [html, tagOf]] of Object.entries(tags)) {
    const { window } = new JSDOM(
      `<!doctype html><html><head>${html}</head><body><div id="root"><p>Hello</p></div></body></html>`,
    );
    Object.assign(globalThis, { window, document: window.document });
    globalThis.navigator ??= window.navigator;
    const { act, createElement } = await import('react');
    const { createRoot, hydrateRoot } = await import('react-dom/client');
    const place = document.getElementById('root');
    const page = createElement(() => createElement('p', null, 'Hello', tagOf(createElement)));
    const reports = [];
    const onRecoverableError = (error) => reports.push(error.message);
    let root;
    await act(() => {
      if (way === 'hydrateRoot') root = hydrateRoot(place, page, { onRecoverableError });
      else (root = createRoot(place, { onRecoverableError })).render(page);
    });
    const [shown, reported] = [said(document.head), reports.join() || 'nothing'];
    await act(() => root.unmount());
    console.log(`${way}, ${name}: ${shown}; ${reported} reported; unmounted: ${said(document.head)}`);
  }
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
hydrateRoot, title: "New" of the page; nothing reported; unmounted: no tag
hydrateRoot, meta: "Old" of the page, "New" of React; nothing reported; unmounted: "Old" of the page
createRoot, title: "New" of React, "Old" of the page; nothing reported; unmounted: "Old" of the page
createRoot, meta: "Old" of the page, "New" of React; nothing reported; unmounted: "Old" of the page
SEEN
