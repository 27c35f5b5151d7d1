<?php

declare(strict_types=1);

namespace CollectionsContract;

use InvalidArgumentException;
use SensitiveParameter;
use SensitiveParameterValue;

/**
 * The secrets of a receiver, checked, with the labels and owners of those that have one.
 *
 * @internal
 */
final readonly class Secrets
{
    /**
     * @param SensitiveParameterValue $values a list of texts, which nothing prints
     * @param array<int, string> $labels by position
     * @param array<int, string> $owners by position
     */
    private function __construct(
        public SensitiveParameterValue $values,
        public array $labels,
        public array $owners,
    ) {
    }

    /**
     * @param mixed $given a list of texts and LabelledSecret, or `['owner' => ..., 'secrets' => the list]`
     * @throws InvalidArgumentException secret_empty, secret_unusable, owner_invalid
     */
    public static function checked(#[SensitiveParameter] mixed $given): self
    {
        $isOwned = isset($given['secrets']);
        $list = $isOwned ? $given['secrets'] : $given;
        if (!is_array($list) || $list === []) {
            throw new InvalidArgumentException('secret_empty: pass a list of secrets that is not empty');
        }
        $owner = $isOwned ? self::owner($given['owner'] ?? null) : null;
        $ownersByLabel = [];
        [$values, $labels, $owners] = [[], [], []];
        foreach (array_values($list) as $i => $one) {
            $isLabelled = $one instanceof LabelledSecret;
            $values[] = $isLabelled ? $one->secret->getValue() : self::secret($one);
            $owned = $owner ?? ($isLabelled ? $one->owner : null);
            if ($owned !== null) {
                $owners[$i] = $owned;
            }
            if ($isLabelled) {
                $labels[$i] = $one->label;
                if (($ownersByLabel[$one->label] ??= $owned) !== $owned) {
                    throw new InvalidArgumentException('owner_invalid: secrets with one label have one owner');
                }
            }
        }

        return new self(new SensitiveParameterValue($values), $labels, $owners);
    }

    /** @return array{label: ?string, owner: ?string} of the secret at a position */
    public function whose(int $index): array
    {
        return ['label' => $this->labels[$index] ?? null, 'owner' => $this->owners[$index] ?? null];
    }

    /** @throws InvalidArgumentException secret_empty, secret_unusable */
    public static function secret(#[SensitiveParameter] mixed $given): string
    {
        if (!is_string($given) || $given === '') {
            throw new InvalidArgumentException('secret_empty: a secret is missing or empty; is its environment variable set?');
        }

        return preg_match('/\A(?!\x{feff})[^\x{fffd}]*+\z/u', $given) === 1
            ? $given
            : throw new InvalidArgumentException('secret_unusable: a secret was read from bytes that are not UTF-8, or'
                . ' with a byte order mark; no delivery would match');
    }

    /** @throws InvalidArgumentException owner_invalid */
    public static function owner(mixed $given): string
    {
        return is_string($given) && $given !== '' && preg_match('//u', $given) === 1
            ? $given
            : throw new InvalidArgumentException('owner_invalid: an owner is a text in UTF-8 that is not empty');
    }
}
