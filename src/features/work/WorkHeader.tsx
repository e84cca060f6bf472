import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/Button';
import { business } from '../business';
import { useWhatsappLink } from '../useWhatsappLink';
import styles from './WorkPage.module.css';

interface WorkHeaderProps {
  title: ReactNode;
  cover: ReactNode;
}

/** The top of every work's page; all but title and cover is the same for all of them. */
export function WorkHeader({ title, cover }: WorkHeaderProps) {
  const whatsapp = useWhatsappLink();
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <ButtonLink variant="quiet" icon="arrow" href="/#gallerySection" className={styles.back}>
          See more works
        </ButtonLink>
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
        <p className={styles.blurb}>{business.blurb}</p>
        <div className={styles.actions}>
          <ButtonLink variant="primary" href="/#request-service">
            Request service
          </ButtonLink>
          <ButtonLink icon="whatsapp" href={whatsapp} external>
            Contact us
          </ButtonLink>
        </div>
      </div>
      {cover}
    </header>
  );
}
