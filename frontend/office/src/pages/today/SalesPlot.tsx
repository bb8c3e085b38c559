import { useEffect, useRef, useState } from 'react';
import { formatPrice } from 'shared/rules/rupees';
import type { DaySales } from '../../api/types';
import { ordersWords } from '../../rules/cash';
import { shortDate } from '../../rules/days';
import { ticks } from './plot_scale';
import styles from './today.module.css';

const HEIGHT = 220;
const LEFT = 60;
const TOP = 12;
const FOOT = 28;
/** The minimum width of a labelled day, in pixels. */
const LABEL_WIDTH = 76;

/** The sales of each day as bars with axes, and as a table for screen readers. */
export function SalesPlot({ headingId, days }: { headingId: string; days: readonly DaySales[] }) {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  return (
    <>
      <div className={styles.head}>
        <h2 id={headingId}>Sold, last {days.length} days</h2>
        <span>
          <b>{formatPrice(total)}</b> · {ordersWords(orders)}
        </span>
      </div>
      <Bars days={days} />
      <p className={styles.legend} aria-hidden="true">
        <span>
          <Sample name={styles.paid} /> paid
        </span>
        <span>
          <Sample name={styles.open} /> still to come
        </span>
        <span className={styles.keys}>Arrow keys go from day to day.</span>
      </p>
      <div className="visuallyHidden">
        <table aria-labelledby={headingId}>
          <thead>
            <tr>
              <th>Day</th>
              <th>Orders</th>
              <th>Sold</th>
              <th>Paid</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, orders: count, total: sold, paid }) => (
              <tr key={day}>
                <th scope="row">{shortDate(day)}</th>
                <td>{count}</td>
                <td>{formatPrice(sold)}</td>
                <td>{formatPrice(paid)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Sample({ name }: { name: string | undefined }) {
  return (
    <svg width="10" height="10">
      <rect x="0.5" y="0.5" width="9" height="9" className={name} />
    </svg>
  );
}

/** Drawn at the real width in pixels, so that the text size is the same on every screen. */
function Bars({ days }: { days: readonly DaySales[] }) {
  const [place, width] = useWidth();
  const [shown, setShown] = useState<number>();
  const marks = ticks(Math.max(...days.map(({ total }) => total)));
  const most = marks.at(-1) ?? 1;
  const y = (rupees: number) => HEIGHT - FOOT - (rupees / most) * (HEIGHT - FOOT - TOP);
  const slot = (width - LEFT) / days.length;
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / slot));
  const day = shown === undefined ? undefined : days[shown];

  return (
    <div ref={place} className={styles.plot} onPointerLeave={() => setShown(undefined)}>
      <svg width={width} height={HEIGHT} aria-hidden="true">
        {marks.map((mark) => (
          <g key={mark}>
            <line
              className={mark === 0 ? styles.axis : styles.line}
              x1={LEFT}
              x2={width}
              y1={y(mark)}
              y2={y(mark)}
            />
            <text x={LEFT - 8} y={y(mark) + 4} textAnchor="end">
              {formatPrice(mark)}
            </text>
          </g>
        ))}
        {days.map(({ day: date, total, paid }, index) => {
          const x = LEFT + index * slot;
          const bar = { x: x + slot * 0.18, width: slot * 0.64 };
          return (
            <g key={date}>
              <rect
                className={styles.hit}
                data-shown={index === shown ? '' : undefined}
                x={x}
                y={TOP}
                width={slot}
                height={HEIGHT - FOOT - TOP}
                onPointerEnter={() => setShown(index)}
              />
              <g pointerEvents="none">
                <rect className={styles.open} {...bar} y={y(total)} height={y(paid) - y(total)} />
                <rect className={styles.paid} {...bar} y={y(paid)} height={y(0) - y(paid)} />
                {(days.length - 1 - index) % every === 0 && (
                  <text
                    x={index === days.length - 1 ? width : x + slot / 2}
                    y={HEIGHT - 8}
                    textAnchor={index === days.length - 1 ? 'end' : 'middle'}
                  >
                    {shortDate(date)}
                  </text>
                )}
              </g>
            </g>
          );
        })}
      </svg>
      <input
        className="visuallyHidden"
        type="range"
        aria-label="Day of the plot"
        aria-valuetext={dayWords(days[shown ?? days.length - 1])}
        min={0}
        max={days.length - 1}
        value={shown ?? days.length - 1}
        onChange={({ target }) => setShown(Number(target.value))}
        onFocus={() => setShown((last) => last ?? days.length - 1)}
        onBlur={() => setShown(undefined)}
      />
      {day && shown !== undefined && (
        <p className={styles.tip} aria-hidden="true" style={tipPlace(LEFT + (shown + 0.5) * slot, width)}>
          <b>{shortDate(day.day)}</b> · {ordersWords(day.orders)}
          <br />
          {formatPrice(day.total)}, of which {formatPrice(day.paid)} paid
        </p>
      )}
    </div>
  );
}

function dayWords(day: DaySales | undefined): string {
  if (!day) return '';
  return `${shortDate(day.day)}: ${ordersWords(day.orders)}, ${formatPrice(day.total)}, of which ${formatPrice(day.paid)} paid`;
}

/** Returns the position of the tooltip, on the side of the bar that has room. */
function tipPlace(x: number, width: number) {
  return x < width / 2 ? { left: x + 14 } : { right: width - x + 14 };
}

function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width] as const;
}
