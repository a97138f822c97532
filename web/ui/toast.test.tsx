import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { dismissToast, showToast, useToasts } from './toast-store.ts'
import { ToastViewport } from './toast-viewport.tsx'

const visible = () => screen.queryAllByText(/^Toast /).filter((node) => node.closest('[data-state="open"]'))

describe('toasts (spec section 4)', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    render(<ToastViewport />)
    return () => vi.useRealTimers()
  })

  test('one is visible at a time: the newest', () => {
    act(() => showToast('Toast one'))
    act(() => showToast('Toast two'))
    expect(visible().map((node) => node.textContent)).toEqual(['Toast two'])
  })

  test('disappears after 5,000 ms', () => {
    act(() => showToast('Toast default'))
    act(() => vi.advanceTimersByTime(4900))
    expect(visible()).toHaveLength(1)
    act(() => vi.advanceTimersByTime(200))
    expect(visible()).toHaveLength(0)
  })

  test('leaves after its own time when it has one', () => {
    act(() => showToast('Toast short', undefined, { duration: 2000 }))
    act(() => vi.advanceTimersByTime(2100))
    expect(visible()).toHaveLength(0)
  })

  test('stays while the pointer is over it', () => {
    act(() => showToast('Toast hovered'))
    const [toast] = visible()
    act(() => {
      fireEvent.pointerMove(toast ?? document.body)
    })
    act(() => vi.advanceTimersByTime(10_000))
    expect(visible()).toHaveLength(1)
  })

  test('stays while it has the focus', () => {
    act(() => showToast('Toast focused'))
    act(() => visible()[0]?.closest('li')?.focus())
    act(() => vi.advanceTimersByTime(10_000))
    expect(visible()).toHaveLength(1)
  })

  test.each([
    [40, 1],
    [60, 0],
  ])('a swipe of %d px leaves %d: the threshold is 50', (distance, left) => {
    act(() => showToast('Toast swiped'))
    const item = visible()[0]?.closest('li') ?? document.body
    item.setPointerCapture = item.releasePointerCapture = () => undefined
    item.hasPointerCapture = () => true
    const at = (clientX: number) => ({ pointerId: 1, button: 0, clientX, clientY: 0, pointerType: 'touch' })
    fireEvent.pointerDown(item, at(0))
    fireEvent.pointerMove(item, at(distance / 2))
    fireEvent.pointerMove(item, at(distance))
    fireEvent.pointerUp(item, at(distance))
    expect(visible()).toHaveLength(left)
  })

  test('Escape dismisses it', () => {
    act(() => showToast('Toast escaped'))
    const item = visible()[0]?.closest('li')
    act(() => item?.focus())
    fireEvent.keyDown(item ?? document.body, { key: 'Escape' })
    expect(visible()).toHaveLength(0)
  })

  test('a dismissed one is removed after 1,000,000 ms', () => {
    const { result } = renderHook(useToasts)
    act(() => showToast('Toast dismissed'))
    const id = result.current[0]?.id ?? 0
    act(() => dismissToast(id))
    act(() => vi.advanceTimersByTime(999_999))
    expect(result.current).toMatchObject([{ id, isOpen: false }])
    act(() => vi.advanceTimersByTime(1))
    expect(result.current).toEqual([])
  })

  test('F8 moves the focus to the toasts', () => {
    act(() => showToast('Toast with focus'))
    fireEvent.keyDown(document, { code: 'F8', key: 'F8' })
    expect(document.activeElement?.closest('[aria-label*="F8"], ol')).not.toBeNull()
  })

  test('is announced assertively if it is an error', () => {
    act(() => showToast('Toast failed', 'Please try again.', { isDestructive: true }))
    expect(visible()[0]?.closest('[data-destructive]')).not.toBeNull()
  })

  test('can be dismissed by code', () => {
    act(() => showToast('Toast gone'))
    const { current: toasts } = renderHook(useToasts).result
    act(() => {
      for (const { id } of toasts) dismissToast(id)
    })
    expect(visible()).toHaveLength(0)
  })
})
