import type { ReactNode } from 'react';
import { business } from '../business';
import { PageHead } from '../PageHead';
import { Contact } from './Contact';
import { Hero } from './Hero';
import styles from './Landing.module.css';
import { Process } from './Process';
import { Tiles } from './Tiles';

/** The landing page; the gallery section is another feature and comes as `gallery`. */
export function Landing({ gallery }: { gallery: ReactNode }) {
  return (
    <>
      <PageHead
        path="/"
        title={`${business.name} | We make your cabinets look like new!`}
        description={`Cabinet refinishing in ${business.area}: see our work, read reviews and request a service in two minutes.`}
      />
      <Hero />
      <Tiles />
      <div className={styles.section}>
        <Process />
      </div>
      <Contact />
      <div className={styles.section}>{gallery}</div>
    </>
  );
}
