import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Order, OrderedLine, PackLabel } from '../../api/types';
import { said, shop } from '#content/shop';
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
  /** It was asked for on this page, and is what the shopper wants to hear of next. */
  takesFocus?: boolean;
  onChange: (order: Order) => void;
}

/** All about an order, and what the shopper may do with it now. */
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

  // Once the dialog is closed: with it went its place for messages, and it gives the focus back to a button that is gone.
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
          {texts.help} {said(shop.phone.display, <a href={shop.phone.href}>{shop.phone.display}</a>, null)}{' '}
          {said(shop.mail.display, <a href={shop.mail.href}>{shop.mail.display}</a>, null)}
        </p>
      </div>
      <CancelOrReturnDialog
        // What is picked and typed in it is about one order.
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

/** What the shopper needs to know of where an order stands. */
function statusSentence({ status, paymentDueAt, totalAmount }: Order): string {
  if (!paymentDueAt) return texts.statusSentences[status];
  return texts.waitsForPayment(formatTotal(totalAmount), formatMoment(paymentDueAt));
}

const DONE = 'M6 12.5l4 4 8-9';
const STOPPED = 'M7 7l10 10M17 7L7 17';

/** What happened to an order, step by step, and what is still to come. */
function Timeline({ order }: { order: Order }) {
  const steps = stepsOf(order);
  const last = steps.filter(({ at }) => at !== undefined).length - 1;
  return (
    <section className={styles.timeline} aria-labelledby="order-timeline">
      <h3 id="order-timeline">{texts.timeline}</h3>
      <ol>
        {steps.map(({ status, at, label, lines }, index) => (
          <li
            // An order can be delivered twice over: a return that is refused leaves it where it was.
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

/** What an order holds, what was charged besides, and the total. */
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
      {/* Cancelled, its money goes back: each state is asked about anew. */}
      <OrderMoney key={order.status} order={order} proof={proof} />
    </section>
  );
}

/** A gateway of the last release, while it is replaced, tells none. */
function labelsOf(line: OrderedLine, { labels = [] }: Partial<Pick<Order, 'labels'>>): PackLabel[] {
  return labels.filter(
    ({ productId, weightInGrams }) => productId === line.productId && weightInGrams === line.weightInGrams,
  );
}

interface LineProps {
  line: OrderedLine;
  /** What is printed on its packs, batch by batch; none while nobody can say. */
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

/** How an order travels, and to whom. */
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
