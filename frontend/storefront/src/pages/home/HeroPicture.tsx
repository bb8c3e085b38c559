import styles from './HeroSlide.module.css';

const WIDE = { screens: '(min-width: 761px)', widths: [1024, 1600] };
const TALL = { widths: [480, 720] };

/** The picture of a slide: wide beside the text, or tall below it on phones. */
export function HeroPicture({ picture, first }: { picture: string; first: boolean }) {
  const sources = (crop: string, widths: readonly number[], format: string) =>
    widths.map((width) => `/images/hero/${picture}-${crop}-${width}.${format} ${width}w`).join(', ');
  const wide = { media: WIDE.screens, sizes: '100vw' };
  return (
    <picture className={styles.frame}>
      <source {...wide} type="image/avif" srcSet={sources('wide', WIDE.widths, 'avif')} />
      <source {...wide} type="image/webp" srcSet={sources('wide', WIDE.widths, 'webp')} />
      <source type="image/avif" sizes="100vw" srcSet={sources('tall', TALL.widths, 'avif')} />
      <img
        src={`/images/hero/${picture}-tall-480.webp`}
        srcSet={sources('tall', TALL.widths, 'webp')}
        sizes="100vw"
        alt=""
        width={720}
        height={900}
        fetchPriority={first ? 'high' : 'low'}
      />
    </picture>
  );
}
