import { describe, expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

const ada = ['ada.lovelace', 'countess@example.com', 'Ada Lovelace']

describe('password strength', () => {
  test.each([
    ['12345', 'too-short'],
    ['password', 'guessable'],
    ['Password1!', 'guessable'],
    ['123456', 'guessable'],
    ['987654321', 'guessable'],
    ['qwertyuiop', 'guessable'],
    ['aaaaaaaa', 'guessable'],
    ['abcabcabc', 'guessable'],
    ['lovelace', 'guessable'],
    ['Lovelace1815', 'guessable'],
    ['countess!', 'guessable'],
    ['zvkqpw', 'weak'],
    ['Tq7#zvkq', 'fair'],
    ['four unrelated words tested', 'strong'],
  ])('%s is %s', (password, level) => {
    expect(passwordStrength(password, ada).level).toBe(level)
  })

  test('includes a hint in a full sentence', () => {
    expect(passwordStrength('12345').hint).toBe('Use at least 6 characters.')
    expect(passwordStrength('password').hint).toBe('This password is easy to guess.')
  })
})
