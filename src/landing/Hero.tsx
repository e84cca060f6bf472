import { useWhatsappLink } from '../shared/business/contactLinks';
import hero from '../shared/hero.json';
import type { ImageSource } from '../domain/types';
import { Proof } from '../shared/business/Proof';
import { ButtonLink } from '../ui/Button';
import { Comparison } from '../ui/Comparison';
import { Picture } from '../ui/Picture';
import styles from './Hero.module.css';

/** Gives an owner's pictures other addresses than the samples, because browsers cache the samples for a day. */
const VERSION = hero.version && `?v=${hero.version}`;

/** The files of a picture of the first screen, as `npm run hero:set` writes them. */
const sourcesOf = (name: string, widths: number[]): ImageSource[] =>
  ['avif', 'webp'].flatMap((type) =>
    widths.map((width) => ({
      url: `/hero/${name}-${width}.${type}${VERSION}`,
      width,
      type: `image/${type}`,
    })),
  );

/**
 * The props of one side's `Picture`: 4:3, and cropped to 4:5 for phones, which saves two fifths of the
 * pixels.
 */
const heroPicture = (side: 'before' | 'after') => ({
  image: {
    url: `/hero/${side}-1200.webp${VERSION}`,
    alt: hero[side],
    width: 1200,
    height: 900,
    sources: sourcesOf(side, hero.widths),
  },
  alt: '',
  // The displayed width (see Hero.module.css).
  sizes:
    '(max-width: 56.24em) and (min-height: 35em) 100vw, (max-width: 80em) 54vw, max(680px, 33vw)',
  crop: {
    media: '(max-width: 44.99em) and (orientation: portrait)',
    sizes: 'calc(100vw - 2rem)',
    sources: sourcesOf(`${side}-tall`, hero.tallWidths),
  },
});

const HERO_BEFORE = heroPicture('before');
const HERO_AFTER = heroPicture('after');

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
          <ButtonLink variant="primary" href="#request-service" icon="brush">
            Request service
          </ButtonLink>{' '}
          <ButtonLink icon="whatsapp" href={whatsapp} external>
            Whatsapp us
          </ButtonLink>
        </div>
        <Proof />
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
