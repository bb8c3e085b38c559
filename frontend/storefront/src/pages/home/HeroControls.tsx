import { type KeyboardEvent, useRef } from 'react';
import { homeWords } from '#words/home';
import { PauseButton } from 'shared/ui/PauseButton';
import type { useRotation } from 'shared/ui/use_rotation';
import styles from './HeroControls.module.css';

interface HeroControlsProps {
  rotation: ReturnType<typeof useRotation>;
  count: number;
}

/** The pause button and a dot for every slide. Arrow keys move between the dots. */
export function HeroControls({ rotation, count }: HeroControlsProps) {
  const dots = useRef<(HTMLElement | null)[]>([]);

  function turnByKey({ key }: KeyboardEvent, index: number) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!by) return;
    const wanted = (index + by + count) % count;
    rotation.show(wanted);
    dots.current[wanted]?.focus();
  }

  return (
    <div className={`wrap ${styles.bar}`}>
      <div className={styles.pill}>
        <PauseButton playing={rotation.playing} onToggle={rotation.toggle} />
        {Array.from({ length: count }, (_, index) => {
          const name = homeWords.showSlide(index + 1, count);
          return (
            <button
              key={name}
              ref={(dot) => {
                dots.current[index] = dot;
              }}
              type="button"
              className={styles.dot}
              aria-label={name}
              aria-current={index === rotation.shown || undefined}
              onClick={() => rotation.show(index)}
              onKeyDown={(event) => turnByKey(event, index)}
            />
          );
        })}
      </div>
    </div>
  );
}
