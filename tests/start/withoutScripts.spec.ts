// A browser that runs no scripts, on a site that was built with its gallery.
import { expect, test } from '../support/prerenderedSite';
import { listed, reviewsOf, workWith } from '../support/reviewActions';
import { storedWorks } from '../support/serverContent';

test.use({ javaScriptEnabled: false });

test(
  'without scripts, works and reviews are shown and a request leads to telephone and WhatsApp',
  { tag: ['@full', '@witness'] },
  async ({ page, site, backend }) => {
    const works = storedWorks(backend);
    await page.goto('/');
    const cards = page.locator('#gallerySection').getByRole('listitem');
    await expect(cards).toHaveCount(works.length);
    for (const card of await cards.all()) await expect(card.getByRole('img')).toBeVisible();
    const contact = page.getByRole('region', { name: 'Request service' });
    await expect(contact).toBeHidden();

    const work = workWith(backend, 'some');
    await page.locator(`#gallerySection a[href="/work/${work}"]`).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const pictures = page.getByRole('main').getByRole('img');
    await expect(pictures).not.toHaveCount(0);
    for (const picture of await pictures.all()) await expect(picture).toBeVisible();
    const reviews = reviewsOf(backend, work);
    await expect(listed(page)).toHaveCount(reviews.length);
    await expect(listed(page).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);

    await page.getByRole('main').getByRole('link', { name: 'Request service' }).click();
    await expect(page).toHaveURL(`${site}/#request-service`);
    await expect(contact).toBeInViewport();
    await expect(contact.getByRole('link', { name: /\d{4}$/ })).toHaveAttribute(
      'href',
      /^tel:\+\d+$/,
    );
    await expect(contact.getByRole('link', { name: 'Whatsapp us' })).toHaveAttribute(
      'href',
      /^https:\/\/api\.whatsapp\.com\/send\?phone=\d+/,
    );
  },
);
