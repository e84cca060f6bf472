// Keeps the data page current: when the server reports a change, fetches the page again and replaces its content.
const live = () => document.querySelector('#live');
let isOn = false;

function show() {
  live().toggleAttribute('data-on', isOn);
  live().textContent = isOn ? 'Live' : 'Not live';
}

async function refresh() {
  const response = await fetch('/');
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  document.title = fresh.title;
  document.querySelector('nav').replaceWith(fresh.querySelector('nav'));
  document.querySelector('main').replaceWith(fresh.querySelector('main'));
}

const events = new EventSource('/data/events');
events.addEventListener('open', () => {
  isOn = true;
  show();
});
events.addEventListener('error', () => {
  isOn = false;
  show();
});
events.addEventListener('change', () => {
  refresh().catch(() => {
    isOn = false;
    show();
  });
});
