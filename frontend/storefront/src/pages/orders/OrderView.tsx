import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Order, OrderedLine, PackLabel } from '../../api/types';
import { shop, when } from '#content/shop';
import { labelWords } from '#words/labels';
import { ordersWords } from '#words/orders';
import { notifyError, notifySuccess } from '../../messages/notify';
import { actionsOf, isStopped, statusLabel, stepsOf, type OrderAction } from '../../rules/order_life';
import { returnedPacks } from '../../rules/returns';
import button from 'shared/ui/button.module.css';
import { BuyAgain } from './BuyAgain';
import { OrderMoney } from './OrderMoney';
import { CancelOrReturnDialog, type Outcome, type Proof } from './CancelOrReturnDialog';
import { formatDay, formatMoment, formatWeekday } from 'shared/rules/moment';
import { Outline } from 'shared/ui/Outline';
import { deliveryWords } from '#words/delivery';
import { paths } from '../../paths';
import { formatPrice, formatTotal } from 'shared/rules/rupees';
import { formatExactly } from '../../rules/unit_price';
import { packLabel } from '../../rules/weight';
import { useCardsOf } from '../../stores/cards_of';
import { latePart } from '../../start/load_part';
import { Icon } from '../../ui/Icon';
import styles from './OrderView.module.css';

const texts = ordersWords;
const PayTo = latePart(() => import('./PayTo'));

interface OrderViewProps {
  order: Order;
  proof: Proof;
  /** True if the shopper looked it up on this page, so that its heading gets the focus. */
  takesFocus?: boolean;
  onChange: (order: Order) => void;
}

/** The details of an order, and the actions the shopper may take. */
export function OrderView({ order, proof, takesFocus = false, onChange }: OrderViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const outcome = useRef<Outcome>(undefined);
  const [action, setAction] = useState<OrderAction>('cancel');
  const [open, setOpen] = useState(false);

  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  function ask(kind: OrderAction) {
    setAction(kind);
    setOpen(true);
  }

  function end(told: Outcome) {
    outcome.current = told;
    setOpen(false);
    onChange(told.order);
  }

  // Runs after the dialog is closed: its toast container is gone, and the button it returns the focus to may be, too.
  useLayoutEffect(() => {
    const told = outcome.current;
    if (open || !told) return;
    outcome.current = undefined;
    heading.current?.focus();
    if (told.refusal) notifyError(told.refusal);
    else notifySuccess(texts.actions[action].done);
  }, [open, action]);

  return (
    <article className={styles.order} aria-labelledby="order-heading">
      <header className={styles.header}>
        <h2 ref={heading} id="order-heading" tabIndex={-1}>
          {texts.orderHeading(order.orderNumber)}
        </h2>
        <p>
          <b>{statusLabel(order.status)}</b> {statusSentence(order)}
        </p>
      </header>
      <Timeline order={order} />
      <OrderContents order={order} proof={proof} />
      <Delivery order={order} />
      <div className={styles.actions}>
        <BuyAgain order={order} />
        {actionsOf(order).map((kind) => (
          <button
            key={kind}
            type="button"
            className={button.outline}
            aria-haspopup="dialog"
            onClick={() => ask(kind)}
          >
            {texts.actions[kind].ask}
          </button>
        ))}
        <p className={styles.help}>
          {texts.help} {when(shop.phone.display, <a href={shop.phone.href}>{shop.phone.display}</a>, null)}{' '}
          {when(shop.mail.display, <a href={shop.mail.href}>{shop.mail.display}</a>, null)}
        </p>
      </div>
      <CancelOrReturnDialog
        // The key resets picked and typed values for another order.
        key={order.orderNumber}
        kind={action}
        open={open}
        order={order}
        proof={proof}
        onEnd={end}
        onClose={() => setOpen(false)}
      />
    </article>
  );
}

/** The sentence about the order's status. */
function statusSentence({ status, paymentDueAt, totalAmount }: Order): string {
  if (!paymentDueAt) return texts.statusSentences[status];
  return texts.waitsForPayment(formatTotal(totalAmount), formatMoment(paymentDueAt));
}

const DONE = 'M6 12.5l4 4 8-9';
const STOPPED = 'M7 7l10 10M17 7L7 17';

/** The past and future steps of an order. */
function Timeline({ order }: { order: Order }) {
  const steps = stepsOf(order);
  const last = steps.filter(({ at }) => at !== undefined).length - 1;
  return (
    <section className={styles.timeline} aria-labelledby="order-timeline">
      <h3 id="order-timeline">{texts.timeline}</h3>
      <ol>
        {steps.map(({ status, at, label, lines }, index) => (
          <li
            // The time is part of the key, because a refused return adds a second `delivered`.
            key={`${status} ${at}`}
            className={at === undefined ? styles.toCome : isStopped(status) ? styles.stopped : styles.done}
            aria-current={index === last ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {at !== undefined && <Outline path={isStopped(status) ? STOPPED : DONE} size={18} />}
            </span>
            <span className={styles.words}>
              <b>{label ?? statusLabel(status)}</b>
              {at === undefined ? (
                <span>
                  {status === 'delivered' && order.latestOn
                    ? deliveryWords.by(formatWeekday(order.latestOn))
                    : texts.stillToCome}
                </span>
              ) : (
                <time dateTime={at}>{formatMoment(at)}</time>
              )}
              {returnedPacks(lines ?? [], order.lines).map((packs) => (
                <span key={packs}>{packs}</span>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The lines of an order, its charges and the total. */
function OrderContents({ order, proof }: { order: Order; proof: Proof }) {
  const cards = useCardsOf(order.lines.map(({ productId }) => productId));
  return (
    <section className={styles.contents} aria-labelledby="order-lines">
      <h3 id="order-lines">{texts.lines}</h3>
      <ul>
        {order.lines.map((line) => (
          <Line
            key={`${line.productId} ${line.weightInGrams}`}
            line={line}
            labels={labelsOf(line, order)}
            isSold={cards.has(line.productId)}
          />
        ))}
      </ul>
      {order.charges.map(({ kind, label, amount }) => (
        <p key={kind} className={styles.sum}>
          <span>{deliveryWords.charges[kind] ?? label}</span>
          <span>{formatTotal(amount)}</span>
        </p>
      ))}
      <p className={`${styles.sum} ${styles.total}`}>
        <span>{texts.total}</span>
        <b data-testid="order-total">{formatTotal(order.totalAmount)}</b>
      </p>
      {order.payTo && (
        <Suspense fallback={null}>
          <PayTo order={{ ...order, payTo: order.payTo }} />
        </Suspense>
      )}
      {/* The key reloads the payment on each status, because a cancellation causes a refund. */}
      <OrderMoney key={order.status} order={order} proof={proof} />
    </section>
  );
}

/** The labels of an order line. A gateway of the previous release, while it is replaced, sends none. */
function labelsOf(line: OrderedLine, { labels = [] }: Partial<Pick<Order, 'labels'>>): PackLabel[] {
  return labels.filter(
    ({ productId, weightInGrams }) => productId === line.productId && weightInGrams === line.weightInGrams,
  );
}

interface LineProps {
  line: OrderedLine;
  /** The printed labels of its packs, by batch; empty if unknown. */
  labels: readonly PackLabel[];
  isSold: boolean;
}

function Line({ line, labels, isSold }: LineProps) {
  const { productId, productName, weightInGrams, quantity, price } = line;
  return (
    <li>
      <span className={styles.name}>
        {isSold ? <Link to={paths.product(productId)}>{productName}</Link> : productName}
        {`, ${packLabel(weightInGrams)} × ${quantity}`}
        <small>
          {formatPrice(price)} {texts.each}
        </small>
        {labels.map(({ batchNumber, packedOn, bestBefore, mrp }) => (
          <small key={batchNumber}>
            {[
              labelWords.batch(batchNumber),
              labelWords.packed(formatDay(packedOn)),
              labelWords.bestBefore(formatDay(bestBefore)),
              labelWords.mrp(formatExactly(mrp)),
            ].join(' · ')}
          </small>
        ))}
      </span>
      <span className={styles.amount}>
        <span className="visuallyHidden">{texts.lineTotal} </span>
        {formatTotal(price * quantity)}
      </span>
    </li>
  );
}

/** The shipment and the delivery address of an order. */
function Delivery({ order }: { order: Order }) {
  const { parcel, returnTerms, fullname, deliveryAddress, pincode, mobilenumber, isMasked } = order;
  return (
    <div className={styles.delivery}>
      {returnTerms && (
        <section aria-labelledby="order-return">
          <h3 id="order-return">{texts.sendTo}</h3>
          <address>
            {returnTerms.sendTo.split('\n').map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <p className={styles.note}>{returnTerms.isPaidByShop ? texts.paidByShop : texts.paidByYou}</p>
        </section>
      )}
      {parcel && <Parcel parcel={parcel} />}
      <section aria-labelledby="order-receiver">
        <h3 id="order-receiver">{texts.receiver}</h3>
        <address>
          <span>{fullname}</span>
          {deliveryAddress && <span>{deliveryAddress}</span>}
          <span>{texts.pincode(pincode)}</span>
          <span>{mobilenumber}</span>
        </address>
        {isMasked && <p className={styles.note}>{texts.masked}</p>}
      </section>
    </div>
  );
}

function Parcel({ parcel }: { parcel: NonNullable<Order['parcel']> }) {
  const { carrier, trackingNumber, trackingUrl } = parcel;
  return (
    <section aria-labelledby="order-parcel">
      <h3 id="order-parcel">{texts.parcel}</h3>
      <dl>
        <dt>{texts.carrier}</dt>
        <dd>{carrier}</dd>
        {trackingNumber && (
          <>
            <dt>{texts.trackingNumber}</dt>
            <dd>{trackingNumber}</dd>
          </>
        )}
      </dl>
      {trackingUrl && (
        <a className={styles.follow} href={trackingUrl} rel="noreferrer">
          <Icon name="truck" size={20} />
          {texts.followParcel(carrier)}
        </a>
      )}
    </section>
  );
}
