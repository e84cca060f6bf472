import { describe, expect, it } from 'vitest';
import {
  savedText,
  stateText,
  titleText,
  waitingText,
  whatsappText,
} from '../../../src/waiting/wording';
import { whatsappLink } from '../../../src/shared/business';
import { FIELDS, summary } from '../request/fakePorts';

const progress = { sentBytes: 1, totalBytes: 2, count: 1, total: 2 };
const needsAttention = { step: 'create', status: 403, message: 'no' } as const;

describe('waiting requests in words', () => {
  it('counts them', () => {
    expect(waitingText(1)).toBe('1 request waiting to be sent');
    expect(waitingText(2)).toBe('2 requests waiting to be sent');
  });

  it.each([
    [{}, undefined, true, 'Waiting for the next try.'],
    [{}, undefined, false, 'Waiting until you are back online.'],
    [{ step: 'upload' }, undefined, true, 'Your text has reached us; the pictures follow.'],
    [{ step: 'upload' }, progress, true, 'Sending pictures: 1 of 2.'],
    [{ needsAttention }, progress, true, 'It was not accepted and needs your attention.'],
    [
      { needsAttention: { ...needsAttention, status: 0 } },
      undefined,
      true,
      'Part of it was lost on this device: please check it and send it again.',
    ],
    [
      { step: 'upload', needsAttention },
      undefined,
      true,
      'Your text has reached us, but the pictures were not accepted.',
    ],
  ] as const)('tells how %j stands', (change, moving, isOnline, text) => {
    expect(stateText(summary('k', change), moving, isOnline)).toBe(text);
  });

  it('fills a WhatsApp message with the whole request', () => {
    const fields = {
      ...FIELDS,
      phone: '555',
      address: 'Oak St',
      description: 'Doors',
      categories: ['k', 'x'],
    };
    const types = [{ id: 'k', name: 'Kitchen', icon: 'kitchen' }];
    expect(whatsappText(summary('k', { fields }), types)).toBe(
      'Hello, I came from the website to request a service.\n\nDoors\n\nAbout: Kitchen, x\n\nAnn\n555\nann@example.com\nOak St',
    );
  });

  it('has a message for half an emoji, which a field may end with', () => {
    const fields = { ...FIELDS, description: 'x\uD83D' };
    expect(whatsappLink('555', whatsappText(summary('k', { fields }), []))).toContain('x%EF%BF%BD');
  });

  it('has a title where there is no description', () => {
    const titled = (description: string) =>
      titleText(summary('k', { fields: { ...FIELDS, description } }));
    expect([titled(' Doors '), titled('\n')]).toEqual(['Doors', 'A request without a description']);
  });

  it('dates them', () => {
    expect(savedText(Date.UTC(2030, 4, 6, 12), 'en-US')).toMatch(/^Saved May 6, 2030, \d+:00/);
  });
});
