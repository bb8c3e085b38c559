import styles from './Stepper.module.css';

interface StepperProps {
  /** The counted thing. */
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A number field with buttons for one more and one less. */
export function Stepper({ label, value, min, max, onChange }: StepperProps) {
  const within = (wanted: number) => Math.min(Math.max(Math.trunc(wanted) || 0, min), max);
  return (
    <div className={styles.stepper} role="group" aria-label={label}>
      <button
        type="button"
        aria-label={`One less of ${label}`}
        disabled={value <= min}
        onClick={() => onChange(within(value - 1))}
      >
        −
      </button>
      <input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={value}
        aria-label={label}
        onChange={({ target }) => onChange(within(target.valueAsNumber))}
      />
      <button
        type="button"
        aria-label={`One more of ${label}`}
        disabled={value >= max}
        onClick={() => onChange(within(value + 1))}
      >
        +
      </button>
    </div>
  );
}
