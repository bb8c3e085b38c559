import { useEffect, useState } from 'react';
import { clockOf } from '../../rules/payment_life';

interface CountdownProps {
  /** How many seconds were left. */
  seconds: number;
  /** When, by `performance.now()`. */
  since: number;
  /** Nothing is left. */
  onEnd: () => void;
}

/** Counts the time down that is left to pay. Who listens is not told each second. */
export function Countdown({ seconds, since, onEnd }: CountdownProps) {
  const leftNow = () => seconds - (performance.now() - since) / 1000;
  const [left, setLeft] = useState(leftNow);

  useEffect(() => {
    const count = () => {
      const now = seconds - (performance.now() - since) / 1000;
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onEnd();
    };
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [seconds, since, onEnd]);

  return (
    <span role="timer" aria-live="off">
      {clockOf(left)}
    </span>
  );
}
