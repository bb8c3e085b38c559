import { type ComponentType, useEffect, useState } from 'react';
import { chromeWords } from '#words/chrome';
import { generalWords } from '#words/general';
import { notifyError } from '../messages/notify';
import { Icon } from '../ui/Icon';
import { untilLoaded } from '../start/until_loaded';
import styles from './Drawer.module.css';
import type { DrawerPanelProps } from './DrawerPanel';

const loadPanel = () => import('./DrawerPanel');

/** The menus of phones: a button and a side drawer. Wide screens never load the drawer's code. */
export function Drawer() {
  const [open, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<DrawerPanelProps>>();

  useEffect(() => {
    if (window.matchMedia('(max-width: 900px)').matches) void untilLoaded(loadPanel);
  }, []);

  async function show() {
    try {
      const { DrawerPanel } = await loadPanel();
      setPanel(() => DrawerPanel);
      setOpen(true);
    } catch {
      notifyError(generalWords.unreachable);
    }
  }

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={chromeWords.openMenu}
        aria-haspopup="dialog"
        onClick={show}
      >
        <Icon name="menu" size={26} />
      </button>
      {Panel && <Panel open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
