import { Component, type ComponentType, type ReactNode } from 'react'
import type { Location } from './location.ts'

type Props = {
  location: Location
  fallback: ComponentType<{ error: unknown }>
  children: ReactNode
}
type State = { location: Location; failure: { error: unknown } | null }

/** Shows the fallback instead of content that throws, until the user opens another page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { location: this.props.location, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ location }: Props, state: State): State | null {
    return location === state.location ? null : { location, failure: null }
  }

  override render() {
    const { fallback: Fallback, children } = this.props
    const { failure } = this.state
    return failure ? <Fallback error={failure.error} /> : children
  }
}
