import { useEffect, useState } from 'react';
import { clockOf } from '../../rules/payment_life';

interface CountdownProps {
  /** The seconds left at `since`. */
  seconds: number;
  /** The time of `seconds`, by `performance.now()`. */
  since: number;
  /** Called when no time is left. */
  onEnd: () => void;
}

/** Counts down the time left to pay. Screen readers do not announce each second. */
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
