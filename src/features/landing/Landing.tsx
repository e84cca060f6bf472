import { memo, type ReactNode } from 'react';
import { business } from '../business';
import { PageHead } from '../PageHead';
import { Contact } from './Contact';
import { Hero } from './Hero';
import { InstallHint, type InstallOffer } from './InstallHint';
import styles from './Landing.module.css';
import { Process } from './Process';
import { Tiles } from './Tiles';

interface LandingProps {
  /** The gallery section is another feature. */
  gallery: ReactNode;
  /** Undefined where the site cannot be installed. */
  install?: InstallOffer | undefined;
}

/** The landing page. Memoised: what opens or closes by a hash need not render it anew. */
export const Landing = memo(function Landing({ gallery, install }: LandingProps) {
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
      <div className={styles.section}>
        {gallery}
        {install && <InstallHint {...install} />}
      </div>
    </>
  );
});
