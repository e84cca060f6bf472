import type { StoredObject } from '../../backend/storage/index';
import type { Message } from '../../functions/src/core/mailTexts';
import { html, type Html } from '../../functions/src/core/html';
import { pathOfMail, type Mailbox } from './mailbox';
import type { DataModel, RequestView, WorkView } from './model';

export interface PageLinks {
  /** The address of the site; null in development, where Vite serves it. */
  site: string | null;
  object(object: StoredObject): string;
}

/** The whole data page. The mailbox has what the owner would have got, newest first. */
export function renderPage(
  model: DataModel,
  { messages: mail, posts }: Pick<Mailbox, 'messages' | 'posts'>,
  links: PageLinks,
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Stored data (${model.requests.length} requests)</title>
        <link rel="stylesheet" href="/data/page.css" />
        <link rel="icon" href="data:," />
        <script type="module" src="/data/follow.js"></script>
      </head>
      <body>
        <header class="top">
          <div>
            <h1>Stored data</h1>
            <p>Everything the local backend holds. <span id="live" role="status">Not live</span></p>
          </div>
          ${links.site !== null && html`<a class="button" href="${links.site}">Open the site</a>`}
        </header>
        <nav aria-label="Sections">
          ${tab('requests', 'Requests', model.requests.length)} ${tab('mail', 'Mail', mail.length)}
          ${tab('gallery', 'Gallery', model.works.length)}
          ${tab('objects', 'Files', model.objects.length)}
        </nav>
        <main>
          <section id="requests" aria-labelledby="requests-title">
            <h2 id="requests-title">Requests</h2>
            ${
              model.requests.length === 0
                ? html`<p class="empty">
                    No request yet. Send one from the site, and it appears here at once.
                  </p>`
                : model.requests.map(requestCard)
            }
          </section>
          <section id="mail" aria-labelledby="mail-title">
            <h2 id="mail-title">Mail that would be sent</h2>
            ${
              mail.length === 0
                ? html`<p class="empty">
                    None yet. Mails that the lead alerts would send to the owner appear here.
                  </p>`
                : mail.map(mailCard)
            }
            ${
              posts.length > 0 &&
              html`<h3>Posts to a hook</h3>
                <ul>
                  ${posts.map((post) => html`<li>${post}</li>`)}
                </ul>`
            }
          </section>
          <section id="gallery" aria-labelledby="gallery-title">
            <h2 id="gallery-title">Gallery and reviews</h2>
            ${
              model.works.length === 0
                ? html`<p class="empty">No work is stored.</p>`
                : html`<div class="works">${model.works.map(workCard)}</div>`
            }
          </section>
          <section id="objects" aria-labelledby="objects-title">
            <h2 id="objects-title">Files</h2>
            ${
              model.objects.length === 0
                ? html`<p class="empty">No file is stored.</p>`
                : objectTable(model.objects, links)
            }
          </section>
        </main>
      </body>
    </html>`.text;
}

function tab(id: string, label: string, count: number): Html {
  return html`<a href="#${id}">${label} <span class="count">${count}</span></a>`;
}

function requestCard(request: RequestView): Html {
  return html`<article class="request">
    <header>
      <h3>${request.name || 'No name'}</h3>
      <span class="pill">status ${request.status}</span>
      <p class="meta">
        <code>${request.id}</code>
        <time datetime="${request.created}">${moment(request.created)}</time>
      </p>
    </header>
    <dl>
      ${request.fields.map(
        ([label, value]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <p class="description">${request.description}</p>
    ${
      request.categories.length > 0 &&
      html`<ul class="chips" aria-label="Categories">
        ${request.categories.map((name) => html`<li>${name}</li>`)}
      </ul>`
    }
    ${
      request.files.length === 0
        ? html`<p class="meta">No pictures.</p>`
        : html`<div class="pictures">
            ${request.files.map(
              (file, index) =>
                html`<a
                  href="${webAddress(file.url)}"
                  target="_blank"
                  rel="noreferrer"
                  title="${file.ref}"
                >
                  <img src="${webAddress(file.thumb)}" alt="" height="100" />
                  <span>Picture ${index + 1} <small>${file.ref.split('/').at(-1)}</small></span>
                </a>`,
            )}
          </div>`
    }
  </article>`;
}

function mailCard(mail: Message): Html {
  const { subject, text, messageId, inReplyTo, replyTo } = mail;
  const headers = [
    ['Reply-To', replyTo ?? 'none: the visitor gave no valid address'],
    ['Message-ID', messageId],
    ['In-Reply-To', inReplyTo],
  ] as const;
  return html`<article class="request">
    <h3>${subject}</h3>
    <dl>
      ${headers.map(
        ([label, value]) =>
          value !== undefined &&
          html`<div>
            <dt>${label}</dt>
            <dd>${breakable(value)}</dd>
          </div>`,
      )}
    </dl>
    <p><a href="${pathOfMail(mail)}">As a phone shows it</a></p>
    <pre class="description">${text}</pre>
  </article>`;
}

/** An address that a narrow window breaks before a dot or an @ only. */
const breakable = (address: string) =>
  address.split(/(?=[.@])/).map((part, index) => [index > 0 && html`<wbr />`, part]);

function workCard(work: WorkView): Html {
  return html`<article class="work">
    <img src="${webAddress(work.thumb)}" alt="" loading="lazy" />
    <div>
      <h3>${work.title}</h3>
      <p class="meta"><code>${work.id}</code> ${work.pictures} pictures</p>
      ${
        work.reviews.length > 0 &&
        html`<ul class="reviews">
          ${work.reviews.map(
            (review) =>
              html`<li>
                <span class="stars" role="img" aria-label="${review.stars} of 5 stars"
                  >${'★'.repeat(clampStars(review.stars))}</span
                >
                ${review.text || html`<i>No text</i>`}
                <span class="meta">${review.user}, ${moment(review.created)}</span>
              </li>`,
          )}
        </ul>`
      }
    </div>
  </article>`;
}

function objectTable(objects: StoredObject[], links: PageLinks): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of files">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col" class="number">Size</th>
          <th scope="col">Stored</th>
        </tr>
      </thead>
      <tbody>
        ${objects.map(
          (object) =>
            html`<tr>
              <td>
                <a href="${links.object(object)}" target="_blank" rel="noreferrer"
                  >${object.name}</a
                >
              </td>
              <td>${object.contentType}</td>
              <td class="number">${fileSize(object.size)}</td>
              <td>${moment(object.timeCreated)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Visitors may have written any address: only web addresses become links, all others lead nowhere. */
function webAddress(address: string): string {
  return /^https?:\/\//.test(address) ? address : 'about:blank';
}

const clampStars = (stars: number) => Math.max(0, Math.min(5, Math.round(stars)));

function moment(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
