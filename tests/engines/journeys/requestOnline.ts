// Node finds no names in it, only the whole.
import exifr from 'exifr';
import sharp from 'sharp';
import { expect } from '@playwright/test';
import { holdDelivery, once } from '../../browser/delivery/scene';
import { CATEGORY, FILLED } from '../../browser/requestForm';
import { storedObjects } from '../../browser/stored';
import { button, heading, label, miss, see, tap } from '../actions';
import type { Journey } from '../stage';
import { drained, fillRequest, openSite, pressSend, savedRequest } from '../steps';

// oxlint-disable-next-line import/no-named-as-default-member -- see above
const { gps } = exifr;

/** A request with two pictures on a good line. */
export const requestOnline: Journey = {
  name: 'request with pictures online',
  async run({ backend, site, folder, launch }) {
    const { page } = await launch();
    await openSite(page, site);
    await fillRequest(page, folder);
    await tap(page, label(CATEGORY));
    // Time to look at what is saved before it is sent.
    const release = await holdDelivery(page);
    await pressSend(page);
    const saved = await savedRequest(page);
    expect(saved.fields).toEqual({ ...FILLED, categories: ['kitchen-cabinets'] });
    expect(saved.hashes).toHaveLength(2);
    await release();
    await see(page, heading('Request created sucessfully'));

    const [document] = await once(backend, saved);
    const bytes = new Map(storedObjects(backend).map((object) => [object.name, object.bytes]));
    for (const { ref, thumbRef } of document!.files) {
      const image = await sharp(bytes.get(ref)).metadata();
      expect(Math.max(image.width, image.height)).toBeLessThanOrEqual(2048);
      expect(await gps(bytes.get(ref)!).catch(() => undefined)).toBeUndefined();
      const { width, height } = await sharp(bytes.get(thumbRef)).metadata();
      expect({ width, height }).toEqual({ width: 133, height: 100 });
    }
    await drained(page);
    await tap(page, button('Click here to continue'));
    await miss(page, { css: 'dialog[open]' });
  },
};
