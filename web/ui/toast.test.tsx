import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Modal } from './modal.tsx'
import { dismissToast, showToast, useToasts } from './toast-store.ts'
import { ToastViewport } from './toast-viewport.tsx'

const visible = () => screen.queryAllByText(/^Toast /).filter((node) => node.closest('[data-state="open"]'))

describe('toasts (spec section 4)', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    render(<ToastViewport />)
    return () => vi.useRealTimers()
  })

  test('are visible one at a time: only the newest is shown', () => {
    act(() => showToast('Toast one'))
    act(() => showToast('Toast two'))
    expect(visible().map((node) => node.textContent)).toEqual(['Toast two'])
  })

  test('disappear after 5,000 ms', () => {
    act(() => showToast('Toast default'))
    act(() => vi.advanceTimersByTime(4900))
    expect(visible()).toHaveLength(1)
    act(() => vi.advanceTimersByTime(200))
    expect(visible()).toHaveLength(0)
  })

  test('disappear after their own duration if they have one', () => {
    act(() => showToast('Toast short', undefined, { duration: 2000 }))
    act(() => vi.advanceTimersByTime(2100))
    expect(visible()).toHaveLength(0)
  })

  test('stay while the pointer is over them', () => {
    act(() => showToast('Toast hovered'))
    const [toast] = visible()
    act(() => {
      fireEvent.pointerMove(toast ?? document.body)
    })
    act(() => vi.advanceTimersByTime(10_000))
    expect(visible()).toHaveLength(1)
  })

  test('stay while they have the focus', () => {
    act(() => showToast('Toast focused'))
    act(() => visible()[0]?.closest('li')?.focus())
    act(() => vi.advanceTimersByTime(10_000))
    expect(visible()).toHaveLength(1)
  })

  test.each([
    [40, 1],
    [60, 0],
  ])('are dismissed by a swipe of 50 px: after %d px, %d remain', (distance, left) => {
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

  test('are dismissed with Escape', () => {
    act(() => showToast('Toast escaped'))
    const item = visible()[0]?.closest('li')
    act(() => item?.focus())
    fireEvent.keyDown(item ?? document.body, { key: 'Escape' })
    expect(visible()).toHaveLength(0)
  })

  test('are removed 1,000,000 ms after they are dismissed', () => {
    const { result } = renderHook(useToasts)
    act(() => showToast('Toast dismissed'))
    const id = result.current[0]?.id ?? 0
    act(() => dismissToast(id))
    act(() => vi.advanceTimersByTime(999_999))
    expect(result.current).toMatchObject([{ id, isOpen: false }])
    act(() => vi.advanceTimersByTime(1))
    expect(result.current).toEqual([])
  })

  test('get the focus with F8', () => {
    act(() => showToast('Toast with focus'))
    fireEvent.keyDown(document, { code: 'F8', key: 'F8' })
    expect(document.activeElement?.closest('[aria-label*="F8"], ol')).not.toBeNull()
  })

  test('are announced assertively if they report an error', () => {
    act(() => showToast('Toast failed', 'Please try again.', { isDestructive: true }))
    expect(visible()[0]?.closest('[data-destructive]')).not.toBeNull()
  })

  test('stay the same element, in reach, while a dialog opens and closes', () => {
    const dialog = (isOpen: boolean) => (
      <Modal isOpen={isOpen} onClose={() => undefined} title="Cart">
        <p>Nothing</p>
      </Modal>
    )
    const { rerender } = render(dialog(false))
    act(() => showToast('Toast stays'))
    const item = visible()[0]?.closest('li')
    rerender(dialog(true))
    expect(visible()[0]?.closest('li')).toBe(item)
    expect(item?.closest('dialog')?.getAttribute('aria-label')).toBe('Cart')
    rerender(dialog(false))
    expect(visible()[0]?.closest('li')).toBe(item)
    expect(item?.closest('dialog')).toBeNull()
  })

  test('can be dismissed in code', () => {
    act(() => showToast('Toast gone'))
    const { current: toasts } = renderHook(useToasts).result
    act(() => {
      for (const { id } of toasts) dismissToast(id)
    })
    expect(visible()).toHaveLength(0)
  })
})
