import { ButtonLink } from '../../ui/Button';
import { business } from '../business';
import { PageHead } from '../PageHead';
import styles from './NotFound.module.css';

/** What hosting answers for an address that the site does not have; rendered at build time only. */
export function NotFound() {
  return (
    <section className={styles.page}>
      <PageHead
        title={`Page not found | ${business.name}`}
        description={business.blurb}
        isUnlisted
      />
      <div className={styles.door}>
        <p className={styles.code} aria-hidden="true">
          404
        </p>
        <h1 className={styles.title}>There is nothing behind this door.</h1>
        <p className={styles.text}>
          The address may be mistyped, or the page has moved. The workshop is still where it was.
        </p>
        <div className={styles.actions}>
          <ButtonLink variant="primary" href="/">
            Go to the start page
          </ButtonLink>
          <ButtonLink href="/#gallerySection">Our work</ButtonLink>
        </div>
      </div>
    </section>
  );
}
