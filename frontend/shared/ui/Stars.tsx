import styles from './Stars.module.css';

const CELL = 20;
const COUNT = 5;
/** The distances of a star's outer and inner points from its centre. */
const OUTER = 9;
const INNER = 3.9;

const outline = Array.from({ length: COUNT }, (_, index) => star(CELL * (index + 0.5))).join('');

function star(centre: number): string {
  const points = Array.from({ length: 10 }, (_, point) => {
    const angle = (point * Math.PI) / 5;
    const distance = point % 2 === 0 ? OUTER : INNER;
    const x = centre + distance * Math.sin(angle);
    const y = CELL / 2 + 0.6 - distance * Math.cos(angle);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

interface StarsProps {
  rating: number;
  /** The rating in words, for screen readers. */
  label: string;
  size?: number;
}

/** Five stars, filled up to the rating: 4.5 fills half of the last one. */
export function Stars({ rating, label, size = 20 }: StarsProps) {
  return (
    <svg
      className={styles.stars}
      width={size * COUNT}
      height={size}
      viewBox={`0 0 ${CELL * COUNT} ${CELL}`}
      role="img"
      aria-label={label}
    >
      <path className={styles.empty} d={outline} />
      {/* The inner SVG clips the drawing. */}
      <svg width={litWidth(rating)} height={CELL} data-testid="lit">
        <path className={styles.lit} d={outline} />
      </svg>
    </svg>
  );
}

/** Returns the filled width. A part of a star counts the visible star, not the gap around it. */
function litWidth(rating: number): number {
  const whole = Math.floor(rating);
  const part = rating - whole;
  return whole * CELL + (part > 0 ? CELL / 2 - OUTER + part * 2 * OUTER : 0);
}
