<?php

// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

declare(strict_types=1);

namespace CollectionsContract\Model;

use CollectionsContract\Payload;
use CollectionsContract\PayloadException;
use CollectionsContract\Read;
use SensitiveParameter;

/** What a successful exchange of an authorization code returns. Further members may be present. */
final class TokenResponse extends Payload
{
    protected const SECRETS = ['accessToken', 'refreshToken'];

    /**
     * @param string $tokenType The kind of the access token. The value is `Bearer`.
     * @param int $expiresIn How long the access token is valid, in seconds.
     * @param string $accessToken The bearer token for calls to the API. It looks like a JWT; callers treat it as
     *     opaque.
     * @param string $refreshToken An opaque token that obtains a new access token without the customer. It stays on the
     *     server of the app.
     * @param array<mixed> $extra Members that this version does not know. They are written again.
     */
    public function __construct(
        public readonly string $tokenType,
        public readonly int $expiresIn,
        #[SensitiveParameter]
        public readonly string $accessToken,
        #[SensitiveParameter]
        public readonly string $refreshToken,
        array $extra = [],
    ) {
        parent::__construct($extra);
    }

    /**
     * Takes what json_decode() returned, objects as objects.
     *
     * @throws PayloadException
     */
    public static function from(mixed $value): self
    {
        $read = $value instanceof Read ? $value : new Read($value);

        return new self(
            tokenType: $read->required('token_type', Read::string(...)),
            expiresIn: $read->required('expires_in', Read::integer(...)),
            accessToken: $read->required('access_token', Read::string(...)),
            refreshToken: $read->required('refresh_token', Read::string(...)),
            extra: $read->rest(),
        );
    }

    protected function members(): array
    {
        return [
            'token_type' => $this->tokenType,
            'expires_in' => $this->expiresIn,
            'access_token' => $this->accessToken,
            'refresh_token' => $this->refreshToken,
        ];
    }
}
