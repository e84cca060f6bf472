/**
 * The HTML part of the owner's mails, for a phone in one hand: who and what, then the three ways to answer, then the
 * rest. It loads nothing. Colours stand in `style` attributes, because some mail programs drop style sheets; the
 * style sheet changes them for the dark.
 */
import { html, type Html } from './html.js';
import {
  addressOf,
  numberOf,
  oneLine,
  shortNumber,
  textOf,
  townOf,
  type Fields,
} from './leadFields.js';
import { phoneOf, typedNumber } from './phoneNumbers.js';
import type { Lead, LeadWithoutWords } from './mailTexts.js';

// The site's colours (src/ui/tokens.css).
const GROUND = '#f6f2ea';
const SURFACE = '#fffdf9';
const INK = '#1f2a28';
const MUTED = '#5b6661';
const GREEN = '#2f4a43';
const ON_GREEN = '#f6f2ea';
const CTA = '#b4472a';
const LINE = '#ddd5c6';
const WARNING = '#6b4415';
const SUNKEN = '#ede7db';

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const HEADING = `font-family:Georgia,'Times New Roman',serif;font-weight:700;line-height:1.2`;

/** The dark colours, in `<style media>`: Thunderbird (153) drops every at-rule of a mail. */
const DARK = `
.ground{background:#151b19!important;color:#ece7dc!important}
.surface{background:#1f2826!important;border-color:#36423e!important}
.ink{color:#ece7dc!important}
.muted{color:#a9b5af!important}
.bar{background:#22372f!important}
.second{background:#2b3835!important;border-color:#8fa79d!important;color:#ece7dc!important}
.notice{background:#3d3119!important;color:#f3dfb8!important}
.warning{color:#f3dfb8!important}
.link{color:#b9d4c6!important}
.rule{border-color:#0c100f!important}`;

export function htmlOfMessage(lead: Lead, ownerPage: string): string {
  const title =
    lead.kind === 'text' ? 'New request' : `${countOf(lead.pictures.length)} for a request`;
  const content = [bar(`${title} · ${numberOf(lead.id)}`), section(lead)];
  return page(title, preview(lead), content, ownerPage);
}

/**
 * A message about many. Its list comes first, because some mail programs cut a long message off. `notices` stand
 * above it.
 */
export function htmlOfDigest(
  leads: readonly Lead[],
  notices: readonly string[],
  ownerPage: string,
): string {
  const texts = leads.filter(({ kind }) => kind === 'text');
  const title = `${requestCount(new Set(leads.map(({ id }) => id)).size)} in one mail`;
  const list = html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    ${texts.map((lead) => {
      const [first] = actionsOf(lead);
      return html`<tr>
        <td style="padding:10px 20px;border-bottom:1px solid ${LINE}" class="surface">
          <b><bdi>${lead.who}</bdi></b
          ><br />
          <span class="muted" style="color:${MUTED}">${summary(lead)}</span>
          ${hasWords(lead.fields) && html`<br /><span class="muted" style="color:${MUTED}"><bdi>${typedNumber(lead.fields)}</bdi></span>`}
          ${lead.isSuspect && html`<br /><b class="warning" style="color:${WARNING}">Perhaps advertising</b>`}
        </td>
        <td
          align="right"
          style="padding:10px 20px 10px 0;border-bottom:1px solid ${LINE}"
          class="surface"
        >
          ${first && button(first.href, first.word, lead.isSuspect ? 'second' : 'first', `${first.word}: ${lead.who}`)}
        </td>
      </tr>`;
    })}
  </table>`;
  const shown = texts.map(({ who }) => who).join(', ');
  const sections = leads.map(
    (lead) =>
      html`<div class="rule" style="border-top:10px solid ${SUNKEN}">${section(lead)}</div>`,
  );
  const content = [bar(title), above(notices), texts.length > 0 && list, sections];
  return page(title, shown, content, ownerPage);
}

/** A message about requests of which it must not repeat a word. */
export function htmlOfNumbers(
  title: string,
  notices: readonly string[],
  all: readonly LeadWithoutWords[],
  ownerPage: string,
): string {
  const rows = all.map(
    ({ id, kind, created, call, url }) =>
      html`<div class="rule" style="padding:16px 20px;border-top:10px solid ${SUNKEN}">
        <p class="ink" style="margin:0 0 10px;font-size:18px;color:${INK}">
          <b>${numberOf(id)}</b> · ${kind === 'text' ? 'request' : 'pictures'} of ${created}
        </p>
        ${call !== undefined && button(`tel:${call}`, `Call ${call}`, 'second')}
        <p style="margin:12px 0 0">
          <a href="${url}" class="link" style="color:${GREEN}">Read it on your owner’s page</a>
        </p>
      </div>`,
  );
  return page(title, title, [bar(title), above(notices), rows], ownerPage);
}

const above = (notices: readonly string[]) =>
  notices.length > 0 && html`<div style="padding:20px 20px 6px">${notices.map(noticeLine)}</div>`;

/** Spaces behind the preview keep the text below out of it. */
const FILLER = '\u00a0\u200c'.repeat(80);

/**
 * Only the HTML has it: the text ends with the visitor's own words, and whatever stood behind them could be theirs.
 */
const foot = (ownerPage: string) =>
  html`<p
    class="rule"
    style="margin:40px 0 0;padding:20px 20px 0;border-top:10px solid ${SUNKEN};text-align:center;font-size:14px"
  >
    <a href="${ownerPage}" class="muted" style="color:${MUTED}"
      >Your own page: publish a work, take a review down</a
    >
  </p>`;

function page(
  title: string,
  shown: string,
  content: Parameters<typeof html>[1],
  ownerPage: string,
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>${title}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
        </style>
        <style media="(prefers-color-scheme:dark)">
          ${DARK}
        </style>
      </head>
      <body class="ground" style="margin:0;padding:0;background:${GROUND};color:${INK}">
        <div style="display:none;max-height:0;overflow:hidden">${shown}${FILLER}</div>
        <div class="ground" style="background:${GROUND};color:${INK};font:17px/1.5 ${FONT}">
          <div style="max-width:560px;margin:0 auto;padding-bottom:24px">
            ${content}${foot(ownerPage)}
          </div>
        </div>
      </body>
    </html>`.text;
}

/** Whether more than a number stands in the phone's field, such as "after 5pm". */
const hasWords = ({ phone }: Fields) => /\p{L}/u.test(oneLine(phone));

/** What a list of mails shows beside the subject, which may have no room for the services. */
const preview = ({ kind, services, fields, pictures }: Lead) =>
  kind === 'text'
    ? [firstServices(services), typedNumber(fields), oneLine(fields['description'])]
        .filter(Boolean)
        .join(' · ')
    : countOf(pictures.length);

export const requestCount = (count: number) => `${count} ${count === 1 ? 'request' : 'requests'}`;

const countOf = (pictures: number) => (pictures === 1 ? '1 picture' : `${pictures} pictures`);

const bar = (text: string) =>
  html`<div
    class="bar"
    style="padding:14px 20px;background:${GREEN};color:${ON_GREEN};font-size:14px;letter-spacing:.04em"
  >
    ${text}
  </div>`;

function summary({ kind, services, fields, pictures }: Lead): Html[] {
  const named = firstServices(services);
  const town = oneLine(townOf(fields));
  const all =
    kind === 'text'
      ? [named || 'No service chosen', town]
      : [countOf(pictures.length), named, town];
  const parts = all.filter(Boolean);
  return parts.map((part, index) => html`${index > 0 && ' · '}<bdi>${part}</bdi>`);
}

const SHOWN_SERVICES = 2;

function firstServices(services: readonly string[]): string {
  const more = services.length - SHOWN_SERVICES;
  const named = services.slice(0, SHOWN_SERVICES);
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function section(lead: Lead): Html {
  return html`<div style="padding:20px 20px 4px">
    ${lead.notices.map(noticeLine)}
    <h1 class="ink" style="margin:0;${HEADING};font-size:27px;color:${INK};${BREAK}">
      <bdi>${lead.who}</bdi>
    </h1>
    <p class="ink" style="margin:4px 0 18px;font-size:18px;color:${INK};${BREAK}">
      ${summary(lead)}
    </p>
    ${lead.isSuspect ? [description(lead), actions(lead)] : actions(lead)}
    ${lead.kind === 'pictures' && pictures(lead)} ${!lead.isSuspect && description(lead)}
    ${details(lead)}
  </div>`;
}

const noticeLine = (notice: string) =>
  html`<p
    class="notice"
    style="margin:0 0 14px;padding:10px 14px;border-radius:8px;background:#f6e9d2;color:${WARNING};font-size:15px"
  >
    ${notice}
  </p>`;

const BREAK = 'overflow-wrap:anywhere;word-break:break-word';

interface Action {
  word: 'Call' | 'WhatsApp' | 'Reply';
  href: string;
}

function actionsOf({ id, who, fields }: Lead): Action[] {
  const phone = phoneOf(fields);
  const address = addressOf(fields);
  const hello = oneLine(fields['name']) === '' ? 'Hello' : `Hello ${who}`;
  const number = shortNumber(id);
  const text = encode(`${hello}, thank you for your request ${number} on our website.`);
  const reply = `subject=${encode(`Your request ${number}`)}&body=${encode(`${hello},\r\n\r\n`)}`;
  const all: (Action | undefined)[] = [
    phone && { word: 'Call', href: `tel:${phone.call}` },
    phone?.whatsApp === undefined
      ? undefined
      : { word: 'WhatsApp', href: `https://wa.me/${phone.whatsApp}?text=${text}` },
    address === undefined
      ? undefined
      : { word: 'Reply', href: `mailto:${encode(address)}?${reply}` },
  ];
  return all.filter((action) => action !== undefined);
}

/** Call takes the whole width, and the others share a row. */
function actions(lead: Lead): Html {
  const all = actionsOf(lead);
  const call = all.find(({ word }) => word === 'Call');
  const others = all.filter((action) => action !== call);
  const cell = ({ href, word }: Action, index: number) => {
    const [left, right] = [index > 0 ? 6 : 0, index < others.length - 1 ? 6 : 0];
    return html`<td width="${100 / others.length}%" style="padding:12px ${right}px 0 ${left}px">
      ${button(href, word, 'second')}
    </td>`;
  };
  const number = typedNumber(lead.fields);
  return html`<div style="padding-bottom:8px">
    ${
      call
        ? button(call.href, html`Call <bdi>${number}</bdi>`, lead.isSuspect ? 'second' : 'first')
        : html`<p class="muted" style="margin:0;color:${MUTED}">No number to call.</p>`
    }
    ${
      others.length > 0 &&
      html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
        <tr>
          ${others.map(cell)}
        </tr>
      </table>`
    }
  </div>`;
}

/** `spoken`: for those who hear the mail, if the words alone do not say enough. */
function button(
  href: string,
  words: Html | string,
  kind: 'first' | 'second',
  spoken?: string,
): Html {
  const colours =
    kind === 'first'
      ? `background:${CTA};border-color:${CTA};color:#ffffff;font-size:19px`
      : `background:${SURFACE};border-color:${GREEN};color:${GREEN};font-size:17px`;
  return html`<a
    href="${href}"
    class="${kind}"
    ${spoken !== undefined && html`aria-label="${spoken}"`}
    style="display:block;padding:14px 12px;border:2px solid;border-radius:12px;text-align:center;text-decoration:none;font-weight:700;line-height:1.35;overflow-wrap:break-word;${colours}"
    >${words}</a
  >`;
}

const AS_WRITTEN = 'white-space:pre-wrap';

function description({ fields }: Lead): Html {
  const lines = textOf(fields['description'])
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/);
  // Each line begins on its script's side.
  const shown = lines.map(
    (line) => html`<div dir="auto" style="${AS_WRITTEN}">${line || html`<br />`}</div>`,
  );
  return html`<div
    class="surface"
    style="margin:12px 0 18px;padding:14px 16px;border:1px solid ${LINE};border-radius:12px;background:${SURFACE};${BREAK}"
  >
    ${lines.join('') === '' ? 'No description.' : shown}
  </div>`;
}

function details({ id, fields, services, details: others }: Lead): Html {
  const address = oneLine(fields['address']);
  const map = `https://www.google.com/maps/search/?api=1&query=${encode(address)}`;
  const link = (href: string, words: string) =>
    html`<a href="${href}" class="link" style="color:${GREEN}">${words}</a>`;
  const mail = addressOf(fields);
  const phone = phoneOf(fields);
  const rows: [string, Html | string][] = [
    ['Phone', phone ? link(`tel:${phone.call}`, typedNumber(fields)) : typedNumber(fields)],
    [
      'E-mail',
      mail === undefined
        ? oneLine(fields['email'])
        : link(`mailto:${encode(mail)}`, oneLine(fields['email'])),
    ],
    ['Address', address === '' ? '' : link(map, address)],
    ...others,
    ['Services', services.join(', ') || 'none chosen'],
    ['Request', numberOf(id)],
  ];
  return html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    width="100%"
    style="font-size:16px"
  >
    ${rows
      .filter(([, value]) => value !== '')
      .map(
        ([label, value]) =>
          html`<tr>
            <td
              valign="top"
              class="muted"
              style="padding:5px 14px 5px 0;color:${MUTED};max-width:110px"
            >
              ${label}
            </td>
            <td width="100%" class="ink" style="padding:5px 0;color:${INK};${BREAK}">
              <bdi>${value}</bdi>
            </td>
          </tr>`,
      )}
  </table>`;
}

function pictures({ pictures: all }: Lead): Html {
  return html`<div style="padding:12px 0">
    ${all.map(
      ({ url, thumbnail }, index) =>
        html`<a
          href="${url}"
          class="surface"
          style="display:block;margin:0 0 12px;padding:14px;border:1px solid ${LINE};border-radius:12px;background:${SURFACE};text-decoration:none"
        >
          ${
            thumbnail &&
            html`<img
              src="cid:${thumbnail.cid}"
              alt="Picture ${index + 1}"
              height="150"
              style="display:block;max-width:100%;height:150px;width:auto;margin:0 auto 10px;border:0;border-radius:6px"
            />`
          }
          <span class="link" style="display:block;text-align:center;font-weight:700;color:${GREEN}"
            >Open picture ${index + 1}</span
          >
        </a>`,
    )}
  </div>`;
}

/** A text as a part of an address. A lone half of a character pair cannot be encoded. */
const encode = (text: string) => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'));
