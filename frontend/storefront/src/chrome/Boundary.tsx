import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Stands in place of what broke. */
  instead: ReactNode;
  children: ReactNode;
}

/** Keeps a part that breaks while it is drawn from taking the rest of the page along. */
export class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
