// The least that a page from a worker can be: `/` is a paragraph from a cache.
const PAGE = '<!doctype html><title>Least</title><p>The least page.</p>';

addEventListener('install', (event) => {
  const page = new Response(PAGE, { headers: { 'Content-Type': 'text/html' } });
  event.waitUntil(caches.open('least').then((cache) => cache.put('/', page)));
});
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request)));
