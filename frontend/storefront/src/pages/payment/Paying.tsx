import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import button from 'shared/ui/button.module.css';
import { Outline } from 'shared/ui/Outline';
import { Spinner } from 'shared/ui/Spinner';
import { generalWords } from '#words/general';
import { paymentWords } from '#words/payment';
import type { Payment, PaymentState, Proof } from '../../api/types';
import { paths } from '../../paths';
import { isEnded, ownUpiOf, wantsStart } from '../../rules/payment_life';
import { Countdown } from './Countdown';
import { Help } from './Help';
import styles from './PaymentPage.module.css';
import { Refunds } from './Refunds';
import { usePaying } from './use_paying';
import { WaysToPay } from './WaysToPay';

const texts = paymentWords;
const DONE = 'M6 12.5l4 4 8-9';
const MAY_PAY: ReadonlySet<PaymentState> = new Set(['not_started', 'open', 'declined']);
const PAID: ReadonlySet<PaymentState> = new Set(['paid', 'refunding', 'refunded', 'partly_refunded']);

interface PayingProps {
  orderNumber: string;
  proof: Proof;
  returned: boolean;
  /** Called if the proof for the order is missing or refused. */
  onUnproven: () => void;
}

/** The payment of an order, from its start to the receipt. */
export function Paying({ orderNumber, proof, returned, onUnproven }: PayingProps) {
  const paying = usePaying(orderNumber, proof, returned);
  const { latest, problem, isUnproven } = paying;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<PaymentState>(undefined);
  const state = latest?.payment.state;

  useEffect(() => {
    if (isUnproven) onUnproven();
  }, [isUnproven, onUnproven]);

  // A new state removes the buttons that had the focus, and the shopper waits for it, so the heading gets the focus.
  useLayoutEffect(() => {
    const isNews = shown.current && state && shown.current !== state && !isSame(shown.current, state);
    shown.current = state;
    if (isNews) heading.current?.focus();
  }, [state]);

  if (!latest || !state) {
    return (
      <>
        <h1>{texts.title}</h1>
        {problem ? <p className={styles.problem}>{problem}</p> : <Spinner label={texts.loading} />}
        {problem && <Help words={texts.otherWays} />}
      </>
    );
  }
  const { payment } = latest;
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {texts.headings[state]}
      </h1>
      <article className={styles.card} data-state={state}>
        {payment.isSimulated && <p className={styles.simulated}>{texts.simulated}</p>}
        {state === 'paid' && (
          <span className={styles.done} aria-hidden="true">
            <Outline path={DONE} size={32} />
          </span>
        )}
        <Facts payment={payment}>
          {payment.secondsLeft !== null && !isEnded(state) && state !== 'confirming' && (
            <Fact name={texts.left}>
              <Countdown seconds={payment.secondsLeft} since={latest.at} onEnd={paying.timeOut} />
            </Fact>
          )}
        </Facts>
        <Now payment={payment} paying={paying} />
        <p role="status" className={styles.problem}>
          {problem ?? (paying.claimed && state === 'open' && !paying.busy ? texts.notSeenYet : '')}
        </p>
        {payment.refunds.length > 0 && <Refunds refunds={payment.refunds} />}
        {isEnded(state) && <Onwards orderNumber={orderNumber} proof={proof} />}
      </article>
      <Help words={isEnded(state) ? texts.questions : texts.otherWays} />
    </>
  );
}

/** True if both states have the same heading, so that the shopper sees no news. */
function isSame(before: PaymentState, state: PaymentState): boolean {
  return texts.headings[before] === texts.headings[state];
}

function Facts({ payment, children }: { payment: Payment; children: ReactNode }) {
  const { orderNumber, state, amount, paid, paidAt } = payment;
  return (
    <dl className={styles.facts}>
      <Fact name={texts.order}>{orderNumber}</Fact>
      {state === 'paid' ? (
        <Fact name={texts.paidAmount}>{formatTotal(paid)}</Fact>
      ) : (
        <Fact name={MAY_PAY.has(state) ? texts.amount : texts.total}>{formatTotal(amount)}</Fact>
      )}
      {PAID.has(state) && paidAt && <Fact name={texts.paidOn}>{formatMoment(paidAt)}</Fact>}
      {children}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The actions for the current state, and progress notices. */
function Now({ payment, paying }: { payment: Payment; paying: ReturnType<typeof usePaying> }) {
  const { state, decline } = payment;
  const { busy, start, claim } = paying;
  const isStarting = busy === 'start';
  const hasWay = payment.payUrl !== null || payment.upiLink !== null;
  const isOwnUpi = ownUpiOf(payment) !== undefined;
  return (
    <div className={styles.now}>
      <p>{state === 'confirming' && isOwnUpi ? texts.confirmingOwnUpi : texts.sentences[state]}</p>
      {state === 'declined' && decline && <p>{texts.declinedBecause(decline)}</p>}
      {state === 'confirming' && <span className={styles.wheel} aria-hidden="true" />}
      {(state === 'open' || state === 'declined') && hasWay && <WaysToPay payment={payment} />}
      {state === 'confirming' && isOwnUpi && (
        <details className={styles.notYet}>
          <summary>{texts.notPaidYet}</summary>
          <WaysToPay payment={payment} />
        </details>
      )}
      {((state === 'declined' && !hasWay) || wantsStart(payment)) && (
        <button
          type="button"
          className={button.primary}
          aria-disabled={isStarting || undefined}
          onClick={start}
        >
          {isStarting ? texts.starting : state === 'declined' ? texts.tryAgain : texts.toProvider}
        </button>
      )}
      {state === 'open' && !wantsStart(payment) && (
        <button
          type="button"
          className={button.outline}
          aria-disabled={busy !== undefined || undefined}
          onClick={claim}
        >
          {busy === 'claim' ? texts.checking : texts.iHavePaid}
        </button>
      )}
    </div>
  );
}

function Onwards({ orderNumber, proof: { token, mobilenumber } }: { orderNumber: string; proof: Proof }) {
  const byNumber = mobilenumber ? paths.trackOf(orderNumber) : paths.order(orderNumber);
  return (
    <p className={styles.onwards}>
      <Link className={button.primary} to={token ? `${paths.track}#${orderNumber}/${token}` : byNumber}>
        {texts.follow}
      </Link>
      <Link className={button.outline} to={paths.home}>
        {generalWords.continueShopping}
      </Link>
    </p>
  );
}
