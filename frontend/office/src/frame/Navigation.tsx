import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { todayQuery } from '../api/queries';
import type { Me } from '../api/types';
import { may, ROLES } from '../rules/permissions';
import { useShopName } from '../session/use_shop';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { LogOutButton } from './LogOutButton';
import styles from './Navigation.module.css';
import { PLACES, type Place } from './pages';
import { waitingCounts } from './waiting_counts';

/** The number of pages in a phone's bar, next to "more". */
const IN_BAR = 4;

/** The pages that the role permits: on the left of a desktop, at the bottom of a phone. */
export function Navigation({ me }: { me: Me }) {
  const places = PLACES.filter(({ permission }) => !permission || may(me, permission));
  const counts = waitingCounts(useQuery(todayQuery).data);
  const name = useShopName();
  const [isMoreOpen, setIsMoreOpen] = useState(false);

  const link = ({ path, label, icon }: Place, onClick?: () => void) => {
    const waiting = counts[path];
    return (
      <NavLink key={path} to={path} end={path === '/'} className={styles.link} onClick={onClick}>
        <Icon name={icon} />
        <span>{label}</span>
        {waiting && (
          <b className={waiting.isTrouble ? styles.trouble : undefined}>
            {waiting.count}
            <span className="visuallyHidden"> {waiting.what}</span>
          </b>
        )}
      </NavLink>
    );
  };

  return (
    <>
      <nav className={styles.side} aria-label="Pages">
        <p className={styles.brand}>
          {name}
          <small>Office</small>
        </p>
        {places.map((place) => link(place))}
        <div className={styles.who}>
          <p>
            <NavLink to="/sign-in-settings">{me.name}</NavLink>
          </p>
          <p>
            <small>
              {ROLES[me.role].label} · <LogOutButton />
            </small>
          </p>
        </div>
      </nav>
      <nav className={styles.bar} aria-label="Pages">
        {places.slice(0, IN_BAR).map((place) => link(place))}
        <button
          type="button"
          className={styles.link}
          aria-haspopup="dialog"
          onClick={() => setIsMoreOpen(true)}
        >
          <Icon name="more" />
          <span>More</span>
        </button>
      </nav>
      <Dialog open={isMoreOpen} title="More" onClose={() => setIsMoreOpen(false)}>
        <div className={styles.more}>
          {places.slice(IN_BAR).map((place) => link(place, () => setIsMoreOpen(false)))}
          <p>
            <NavLink to="/sign-in-settings" onClick={() => setIsMoreOpen(false)}>
              {me.name}
            </NavLink>
            , {ROLES[me.role].label} · <LogOutButton />
          </p>
        </div>
      </Dialog>
    </>
  );
}
