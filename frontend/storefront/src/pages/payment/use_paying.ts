import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, NOT_LOGGED_IN, shopperMessage } from '../../api/errors';
import type { Payment, Proof } from '../../api/types';
import { checkPayment, readPayment, startPayment } from '../../api/payments';
import { paymentWords } from '#words/payment';
import { isEnded, nextLook, ownUpiOf, wantsStart } from '../../rules/payment_life';
import { forgetProof } from '../../stores/payment_proof';

/** Statuses for a missing login, or an order that the proof does not match. */
const UNPROVEN: ReadonlySet<number> = new Set([NOT_LOGGED_IN, 404]);
/** The status for an order that cannot be paid in its state. */
const CONFLICT = 409;

type Ask = typeof readPayment;

/** A payment and the time of its answer. */
interface PaymentAnswer {
  payment: Payment;
  /** The time of the answer, by the monotonic clock. */
  at: number;
}

interface Knowledge {
  latest?: PaymentAnswer;
  /** The message about why there is nothing newer. */
  problem?: string;
  isUnproven?: true;
  /** The number of answers and failures since the shopper's last action. */
  looks: number;
}

/**
 * Polls a payment until its state is final: often at first, then less, not while the tab is hidden, and at once when it becomes visible.
 * `returned` is true if the shopper comes from the provider's page.
 */
export function usePaying(orderNumber: string, { mobilenumber, token }: Proof, returned: boolean) {
  const [known, setKnown] = useState<Knowledge>({ looks: 0 });
  const [busy, setBusy] = useState<'start' | 'claim'>();
  const [claimed, setClaimed] = useState(returned);
  const asked = useRef(0);
  const started = useRef(false);
  const isVisible = useSyncExternalStore(watchVisibility, () => !document.hidden);

  const ask = useCallback(
    async (how: Ask, afresh = false) => {
      asked.current += 1;
      const turn = asked.current;
      const proof: Proof = token ? { token } : mobilenumber ? { mobilenumber } : {};
      const next = await how(orderNumber, proof).then(
        (payment): Partial<Knowledge> => ({ latest: { payment, at: performance.now() } }),
        (error): Partial<Knowledge> => failureOf(error),
      );
      // A later request has newer data.
      if (turn !== asked.current) return;
      setKnown(({ latest, looks }) => ({
        ...(latest && { latest }),
        ...next,
        looks: afresh ? 0 : looks + 1,
      }));
    },
    [orderNumber, mobilenumber, token],
  );

  useEffect(() => {
    void ask(returned ? checkPayment : readPayment, true);
    return () => {
      asked.current += 1;
    };
  }, [ask, returned]);

  const payment = known.latest?.payment;
  const { looks, isUnproven } = known;

  useEffect(() => {
    if (isUnproven || !isVisible) return undefined;
    // Without a known payment, polling continues, because it may appear at any moment.
    if (!payment && looks === 0) return undefined;
    const look = nextLook(payment?.state ?? 'confirming', looks, claimed);
    if (!look) return undefined;
    const timer = setTimeout(() => void ask(look.asksProvider ? checkPayment : readPayment), look.inMs);
    return () => clearTimeout(timer);
  }, [payment, looks, claimed, isUnproven, isVisible, ask]);

  const wasVisible = useRef(isVisible);
  useEffect(() => {
    const isBack = isVisible && !wasVisible.current;
    wasVisible.current = isVisible;
    if (isBack && !(payment && isEnded(payment.state))) void ask(readPayment, true);
  }, [isVisible, payment, ask]);

  const start = useCallback(async () => {
    setBusy('start');
    setClaimed(false);
    await ask(startPayment, true);
    setBusy(undefined);
  }, [ask]);

  useEffect(() => {
    if (!payment || started.current || !wantsStart(payment)) return;
    started.current = true;
    void start();
  }, [payment, start]);

  useEffect(() => {
    if (payment && isEnded(payment.state)) forgetProof();
  }, [payment]);

  // With the shop's own UPI id, a check counts as the shopper's claim that they paid.
  const hasProvider = !(payment && ownUpiOf(payment));

  return {
    ...known,
    busy,
    claimed,
    start,
    /** Records the shopper's claim that they paid. */
    async claim() {
      if (busy) return;
      setBusy('claim');
      await ask(checkPayment, true);
      setClaimed(true);
      setBusy(undefined);
    },
    /** Asks for the state after the time to pay is over. */
    timeOut: useCallback(() => void ask(hasProvider ? checkPayment : readPayment, true), [ask, hasProvider]),
  };
}

function failureOf(error: unknown): Partial<Knowledge> {
  if (!(error instanceof ApiError)) return { problem: paymentWords.unreachable };
  if (UNPROVEN.has(error.status)) return { isUnproven: true };
  if (error.status === CONFLICT) return { problem: conflictOf(error) };
  return { problem: error.status >= 500 ? paymentWords.unreachable : shopperMessage(error) };
}

function conflictOf({ reason }: ApiError): string {
  return (
    paymentWords.conflicts[reason.code as keyof typeof paymentWords.conflicts] ?? paymentWords.cannotBePaid
  );
}

function watchVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
