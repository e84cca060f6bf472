import { ButtonLink } from '../../ui/Button';
import { Comparison } from '../../ui/Comparison';
import { Picture } from '../../ui/Picture';
import { useWhatsappLink } from '../useWhatsappLink';
import styles from './Hero.module.css';
import { HERO_AFTER, HERO_BEFORE } from './heroPictures';

/** The first screen: the promise, the proof to drag, and both ways to ask for it. */
export function Hero() {
  const whatsapp = useWhatsappLink();
  return (
    <section className={styles.hero} aria-labelledby="headline">
      <div className={styles.words}>
        <h1 id="headline">We make your cabinets look like new!</h1>
        <p className={styles.lead}>
          Keep the cabinets you have. We clean, repair, sand and refinish every door and drawer, at
          a pace your kitchen can live with.
        </p>
        <div className={styles.actions}>
          <ButtonLink variant="primary" href="#request-service" icon="doors">
            Start your request
          </ButtonLink>
          <ButtonLink icon="whatsapp" href={whatsapp} external>
            Chat on WhatsApp
          </ButtonLink>
        </div>
      </div>
      <Comparison
        label="Compare the same kitchen before and after"
        className={styles.comparison}
        before={<Picture {...HERO_BEFORE} loading="low" />}
        after={<Picture {...HERO_AFTER} loading="high" />}
      />
    </section>
  );
}
