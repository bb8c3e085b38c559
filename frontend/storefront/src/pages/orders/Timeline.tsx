import type { Order } from '../../api/types';
import { ordersWords } from '#words/orders';
import { formatMoment } from 'shared/rules/moment';
import { isStopped, statusLabel, stepsOf } from '../../rules/order_life';
import { Outline } from 'shared/ui/Outline';
import styles from './Timeline.module.css';

const DONE = 'M6 12.5l4 4 8-9';
const STOPPED = 'M7 7l10 10M17 7L7 17';

/** What happened to an order, step by step, and what is still to come. */
export function Timeline({ order }: { order: Order }) {
  const steps = stepsOf(order);
  const last = steps.filter(({ at }) => at !== undefined).length - 1;
  return (
    <section className={styles.timeline} aria-labelledby="order-timeline">
      <h3 id="order-timeline">{ordersWords.timeline}</h3>
      <ol>
        {steps.map(({ status, at }, index) => (
          <li
            key={status}
            className={at === undefined ? styles.toCome : isStopped(status) ? styles.stopped : styles.done}
            aria-current={index === last ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {at !== undefined && <Outline path={isStopped(status) ? STOPPED : DONE} size={18} />}
            </span>
            <span className={styles.words}>
              <b>{statusLabel(status)}</b>
              {at === undefined ? (
                <span>{ordersWords.stillToCome}</span>
              ) : (
                <time dateTime={at}>{formatMoment(at)}</time>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
