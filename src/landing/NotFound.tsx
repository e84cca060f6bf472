import { ButtonLink } from '../ui/Button';
import { business } from '../shared/business/businessFacts';
import { PageHead } from '../shared/PageHead';

/** The page that hosting sends for an address that the site does not have. Only the build renders it. */
export function NotFound() {
  return (
    <section className="not-found-page">
      <PageHead
        title={`Page not found | ${business.name}`}
        description={business.blurb}
        isUnlisted
      />
      <div className="not-found-door">
        <p className="not-found-code heading" aria-hidden="true">
          404
        </p>
        <h1 className="not-found-title">There is nothing behind this door.</h1>
        <p className="not-found-text">
          The address may be mistyped, or the page has moved. The workshop is still where it was.
        </p>
        <div className="not-found-actions">
          <ButtonLink variant="primary" href="/">
            Go to the start page
          </ButtonLink>{' '}
          <ButtonLink href="/#gallerySection">Our work</ButtonLink>
        </div>
      </div>
    </section>
  );
}
